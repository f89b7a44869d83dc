import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { accessLevels, accessLevelsOf, resourceCategories, resourceTypes } from "@deskhand/contract/vocabulary";
import { useSession } from "../../../lib/session.ts";
import { CharacterCount } from "../../../ui/form/character-count.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { Textarea } from "../../../ui/form/textarea.tsx";
import { typeLooks } from "../resource-icon.tsx";
import { accessWords } from "../resource-words.ts";
import { FileField } from "./file-field.tsx";
import type { ResourceField, ResourceFields } from "./resource-fields.ts";
import { TagField } from "./tag-field.tsx";
import type { useResourceUpload } from "./use-resource-upload.ts";

interface ResourceFormProps {
  fields: ResourceFields;
  faults: Partial<Record<ResourceField, string>>;
  /** The resource that is edited; absent for a new one. */
  edited?: ResourceDetail | undefined;
  uploading: ReturnType<typeof useResourceUpload>;
  isReadOnly: boolean;
  onChange: (part: Partial<ResourceFields>) => void;
}

const categories = resourceCategories.map((value) => ({ value, label: value }));
const types = resourceTypes.map((value) => ({ value, label: typeLooks[value].label }));
const levels = accessLevels.map((value) => ({ value, label: accessWords[value] }));
/** How much of a text's limit is used when its length is worth a word. */
const NEAR_LIMIT = 0.8;

/** The fields of a resource, new or edited. */
export function ResourceForm({ fields, faults, edited, uploading, isReadOnly, onChange }: ResourceFormProps) {
  const { title, description, category, fileType, content, tags, typedTag, file, dropsFile } = fields;
  const length = content.trim().length;
  return (
    <>
      <InputField
        label="Title"
        required
        data-autofocus
        dir="auto"
        autoComplete="off"
        error={faults.title}
        value={title}
        readOnly={isReadOnly}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Field label="Description" error={faults.description}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={2}
            maxRows={6}
            placeholder="What it is about, in a sentence or two"
            value={description}
            readOnly={isReadOnly}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <Field label="Category" error={faults.category}>
          {(control) => (
            <Select
              {...control}
              value={category}
              disabled={isReadOnly}
              options={categories}
              onChange={(category) => onChange({ category })}
            />
          )}
        </Field>
        <Field label="Resource Type" error={faults.fileType}>
          {(control) => (
            <Select
              {...control}
              value={fileType}
              disabled={isReadOnly}
              options={types}
              onChange={(fileType) => onChange({ fileType, isTypeChosen: true })}
            />
          )}
        </Field>
      </div>
      <AccessFields fields={fields} fault={faults.accessLevel} isReadOnly={isReadOnly} onChange={onChange} />
      <Field
        label="Content"
        error={faults.content}
        aside={
          length > limits.resourceContentLength * NEAR_LIMIT && (
            <CharacterCount count={length} limit={limits.resourceContentLength} />
          )
        }
      >
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={7}
            maxRows={18}
            value={content}
            readOnly={isReadOnly}
            onChange={(event) => onChange({ content: event.target.value })}
          />
        )}
      </Field>
      <FileField
        edited={edited}
        file={file}
        dropsFile={dropsFile}
        uploading={uploading}
        error={faults.file}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
      <TagField tags={tags} typedTag={typedTag} error={faults.tags} isReadOnly={isReadOnly} onChange={onChange} />
    </>
  );
}

type AccessFieldsProps = Pick<ResourceFormProps, "fields" | "isReadOnly" | "onChange"> & { fault: string | undefined };

/** Who may see the resource: a level of the team, and of what is open to all of it also everybody else. */
function AccessFields({ fields: { accessLevel, isPublic }, fault, isReadOnly, onChange }: AccessFieldsProps) {
  const { user } = useSession();
  const isOpenToAll = accessLevel === "all-agents";
  const isBeyond = user !== null && !accessLevelsOf(user.role).includes(accessLevel);
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
      <Field
        label="Access Level"
        error={fault}
        hint={
          isBeyond ? "Your role does not see this level: once it is saved, you no longer see it yourself." : undefined
        }
      >
        {(control) => (
          <Select
            {...control}
            value={accessLevel}
            disabled={isReadOnly}
            options={levels}
            onChange={(accessLevel) => onChange({ accessLevel })}
          />
        )}
      </Field>
      <div className="sm:pt-4">
        <Switch
          label="Public"
          description={publicWords(isOpenToAll, isPublic)}
          checked={isOpenToAll && isPublic}
          disabled={!isOpenToAll || isReadOnly}
          onChange={(isPublic) => onChange({ isPublic })}
        />
      </div>
    </div>
  );
}

function publicWords(isOpenToAll: boolean, isPublic: boolean): string {
  if (!isOpenToAll) return "Private: what only some of the team may see is never public.";
  return isPublic
    ? "Anyone who has its link can read it, customers and search engines included."
    : "Private: only your team can read it.";
}
