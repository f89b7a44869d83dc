import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { accessLevels, accessLevelsOf, resourceCategories, resourceTypes } from "@deskhand/contract/vocabulary";
import { useRef } from "react";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { CharacterCount, Textarea } from "../../../ui/form/textarea.tsx";
import { RemovableTags } from "../../../ui/tag-list.tsx";
import { accessWords, typeLooks } from "../resource-badges.tsx";
import { FileField } from "./file-field.tsx";
import { type ResourceField, type ResourceFields, tagFault, withTag } from "./resource-fields.ts";
import type { useResourceUpload } from "./use-resource-upload.ts";

interface ResourceFormProps {
  fields: ResourceFields;
  faults: Partial<Record<ResourceField, string>>;
  /** The edited resource; absent for a new one. */
  edited?: ResourceDetail | undefined;
  uploading: ReturnType<typeof useResourceUpload>;
  isReadOnly: boolean;
  onChange: (part: Partial<ResourceFields>) => void;
}

const categories = resourceCategories.map((value) => ({ value, label: value }));
const types = resourceTypes.map((value) => ({ value, label: typeLooks[value].label }));
const levels = accessLevels.map((value) => ({ value, label: accessWords[value] }));
/** The share of the limit from which the length is shown. */
const NEAR_LIMIT = 0.8;

/** The fields of a new or edited resource. */
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

/** Who may see the resource: a level of the team and, if open to all of it, optionally everybody. */
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

interface TagFieldProps extends Pick<ResourceFields, "tags" | "typedTag"> {
  /** The server's error in the tags. */
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (part: Partial<Pick<ResourceFields, "tags" | "typedTag">>) => void;
}

/** A resource's tags: Enter or the button adds, a click removes. */
function TagField({ tags, typedTag, error, isReadOnly, onChange }: TagFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const fault = tagFault(tags, typedTag);

  function add() {
    if (fault !== null || isReadOnly) return;
    const next = withTag(tags, typedTag);
    if (next.length > tags.length) announce(`Tag ${typedTag.trim()} added`);
    else if (typedTag.trim() !== "") announce(`Tag ${typedTag.trim()} is there already`);
    onChange({ tags: next, typedTag: "" });
    field.current?.focus();
  }

  return (
    <Field label="Tags" error={fault ?? error}>
      {(control) => (
        <>
          <div className="flex gap-2">
            <Input
              {...control}
              ref={field}
              dir="auto"
              autoComplete="off"
              placeholder="Add a tag..."
              readOnly={isReadOnly}
              value={typedTag}
              onChange={({ target }) => onChange({ typedTag: target.value })}
              onKeyDown={(event) => {
                // During composition Enter belongs to the input method.
                if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                add();
              }}
            />
            <Button className="h-8.5" disabled={typedTag.trim() === "" || isReadOnly} onClick={add}>
              Add
            </Button>
          </div>
          {tags.length > 0 && (
            <div className="flex flex-wrap gap-1.5">
              <RemovableTags
                tags={tags}
                label="Tags of this resource"
                onRemove={(tag) => {
                  if (isReadOnly) return;
                  onChange({ tags: tags.filter((each) => each !== tag) });
                  announce(`Tag ${tag} removed`);
                  field.current?.focus();
                }}
              />
            </div>
          )}
        </>
      )}
    </Field>
  );
}
