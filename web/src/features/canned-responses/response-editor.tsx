import { macroActions, ruleActions } from "@deskhand/contract/admin/rule-parts";
import type { CannedResponse } from "@deskhand/contract/canned-responses";
import {
  findPlaceholders,
  isPlaceholder,
  type Placeholder,
  placeholderNames,
  placeholders,
} from "@deskhand/contract/desk/placeholders";
import { limits } from "@deskhand/contract/limits";
import { isDefinedError } from "@orpc/client";
import { Braces } from "lucide-react";
import { useId, useRef, useState } from "react";
import { actionsOf } from "../../entities/ticket/action-draft.ts";
import { ActionRows } from "../../entities/ticket/action-rows.tsx";
import { failureSentence, fieldFailures } from "../../lib/failure.ts";
import { newKey } from "../../lib/new-key.ts";
import { useForm } from "../../screens/use-form.ts";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, InputField } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { CharacterCount, Textarea } from "../../ui/form/textarea.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { RemovableTags } from "../../ui/tag-list.tsx";
import { HomeField } from "./home-field.tsx";
import { draftOfResponse, type SaveTarget, useResponseDraft, useSaveResponse } from "./use-canned-responses.ts";

const offeredActions = macroActions.map((value) => ({ value, label: ruleActions[value].label }));

interface ResponseEditorProps {
  /** Null for a new one. */
  response: CannedResponse | null;
  /** The response as the store has it now; a colleague may have changed it. */
  current: CannedResponse | undefined;
  categories: readonly string[];
  onClose: () => void;
}

export function ResponseEditor({ response, current, categories, onClose }: ResponseEditorProps) {
  const { fields, change, forget } = useResponseDraft(response);
  const [idempotencyKey] = useState(newKey);
  const content = useRef<HTMLTextAreaElement>(null);
  const categoryList = useId();
  const save = useSaveResponse(giveUp);
  const isConflict = isDefinedError(save.error) && save.error.code === "canned_response_changed_meanwhile";
  const hasActions = fields.actions.length > 0;
  const needed = [fields.title, fields.category, ...(hasActions ? [] : [fields.content])];
  const isMissing = needed.some((text) => text.trim() === "");
  const isGone = isDefinedError(save.error) && save.error.code === "canned_response_not_found";

  /** Discards the draft; closing keeps it. */
  function giveUp() {
    forget();
    onClose();
  }

  function saveAs(target: SaveTarget) {
    const { title, category, tags } = fields;
    const actions = actionsOf(fields.actions);
    save.mutate({ fields: { title, content: fields.content, category, tags, actions }, target });
  }

  /** The target that changes a response as it was at a time. */
  function changing({ id, isOwn, teamId }: CannedResponse, expectedUpdatedAt: string): SaveTarget {
    const target = { id, expectedUpdatedAt };
    const home = fields.teamId || null;
    if (isOwn) return fields.isOwn ? target : { ...target, isOwn: false, teamId: home };
    return teamId === null || teamId === home ? target : { ...target, teamId: home };
  }

  const creating = { idempotencyKey, isOwn: fields.isOwn, teamId: fields.teamId || null };
  const faults = Object.entries(fieldFailures(save.error));
  const actionFault = (index: number) => faults.find(([name]) => name.startsWith(`actions.${index}.`))?.[1].join(". ");

  const form = useForm<"title" | "category" | "content">({
    save,
    send() {
      if (isMissing) return;
      saveAs(response === null ? creating : changing(response, fields.since));
    },
  });

  return (
    <Dialog
      title={response === null ? "Create New Response" : "Edit Response"}
      onClose={onClose}
      footer={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button variant="primary" disabled={isMissing} busy={save.isPending} onClick={form.submit}>
            {response === null ? "Create Response" : "Save Changes"}
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-3.5">
        {isConflict && current !== undefined && (
          <Banner
            kind="warning"
            title="This response was changed meanwhile"
            action={
              <span className="flex gap-2">
                <BannerButton onClick={() => change(draftOfResponse(current))}>Take theirs</BannerButton>
                <BannerButton onClick={() => saveAs(changing(current, current.updatedAt))}>
                  Save mine anyway
                </BannerButton>
              </span>
            }
          >
            <p className="line-clamp-6 whitespace-pre-line">{current.content}</p>
          </Banner>
        )}
        {form.failure !== null && !isConflict && (
          <Banner
            kind="error"
            title="This response was not saved"
            onDismiss={save.reset}
            action={isGone && <BannerButton onClick={() => saveAs(creating)}>Save as new</BannerButton>}
          >
            {failureSentence(form.failure)} What you wrote is still here.
          </Banner>
        )}
        <InputField
          label="Title"
          required
          error={form.faults.title}
          data-autofocus
          dir="auto"
          value={fields.title}
          maxLength={limits.cannedResponseTitleLength}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Field label="Category" required error={form.faults.category}>
          {(control) => (
            <>
              <Input
                {...control}
                dir="auto"
                list={categoryList}
                placeholder="e.g., Shipping, Returns & Refunds..."
                value={fields.category}
                maxLength={limits.cannedResponseCategoryLength}
                onChange={(event) => change({ category: event.target.value })}
              />
              <datalist id={categoryList}>
                {categories.map((category) => (
                  <option key={category} value={category} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field
          label="Content"
          required={!hasActions}
          error={form.faults.content}
          aside={
            <PlaceholderMenu
              onChoose={(name) => {
                const field = content.current;
                field?.focus();
                const [start, end] = [field?.selectionStart ?? fields.content.length, field?.selectionEnd];
                const text = fields.content;
                change({ content: `${text.slice(0, start)}{{${name}}}${text.slice(end ?? start)}` });
              }}
            />
          }
        >
          {(control) => (
            <Textarea
              {...control}
              ref={content}
              dir="auto"
              rows={6}
              value={fields.content}
              onChange={(event) => change({ content: event.target.value })}
            />
          )}
        </Field>
        <UnknownPlaceholders content={fields.content} />
        <CharacterCount count={fields.content.length} limit={limits.replyLength} />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 font-medium text-sm text-soft">Actions</legend>
          <p className="text-soft text-sm">
            What it does to the ticket when the reply is sent. Without a content it is a macro of actions alone.
          </p>
          <ActionRows
            actions={fields.actions}
            offered={offeredActions}
            faultOf={actionFault}
            onChange={(actions) => change({ actions: [...actions] })}
          />
        </fieldset>
        <ResponseTags tags={fields.tags} onChange={(tags) => change({ tags })} />
        {(response === null || response.isOwn || response.teamId !== null) && (
          <HomeField response={response} isOwn={fields.isOwn} teamId={fields.teamId} onChange={change} />
        )}
      </form>
    </Dialog>
  );
}

/** The placeholders that can be inserted, filled in for each ticket. */
function PlaceholderMenu({ onChoose }: { onChoose: (name: Placeholder) => void }) {
  return (
    <Menu
      label="Insert placeholder"
      className="w-90"
      trigger={(props) => (
        <Button {...props} variant="ghost" size="sm" icon={<Braces size={13} aria-hidden />}>
          Insert placeholder
        </Button>
      )}
      items={placeholderNames.map((name) => ({
        id: name,
        label: <code className="font-mono text-sm">{`{{${name}}}`}</code>,
        description: placeholders[name],
        onChoose: () => onChoose(name),
      }))}
    />
  );
}

/** A response's tags: added by button, Enter or blur, removed by a click. */
function ResponseTags({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const [text, setText] = useState("");
  const tag = text.trim();
  const isFull = tags.length >= limits.tagsOnResponse;

  function add() {
    if (tag === "" || isFull) return;
    if (!tags.includes(tag)) onChange([...tags, tag]);
    setText("");
  }

  return (
    <div className="flex flex-col gap-2">
      <Field label="Tags" hint={isFull ? `A response has at most ${limits.tagsOnResponse} tags` : undefined}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              maxLength={limits.tagLength}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
              // A typed tag counts even if Add was not pressed.
              onBlur={add}
            />
            <Button className="h-8.5" disabled={tag === "" || isFull} onClick={add}>
              Add
            </Button>
          </div>
        )}
      </Field>
      {tags.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          <RemovableTags
            tags={tags}
            label="Tags of this response"
            onRemove={(tag) => onChange(tags.filter((other) => other !== tag))}
          />
        </div>
      )}
    </div>
  );
}

/** Lists placeholders that are unknown: they are saved and stay as they are in each reply. */
function UnknownPlaceholders({ content }: { content: string }) {
  const unknown = [...new Set(findPlaceholders(content).map(({ name }) => name))].filter(
    (name) => !isPlaceholder(name),
  );
  const names = unknown.map((name) => `{{${name}}}`).join(", ");
  const subject =
    unknown.length === 1
      ? "is no placeholder that can be filled in. A reply would keep it as it stands"
      : "are no placeholders that can be filled in. A reply would keep them as they stand";
  return (
    // Always rendered: screen readers announce only changes within it.
    <p role="status" className="text-amber text-sm break-anywhere empty:hidden">
      {unknown.length > 0 && `${names} ${subject}: choose one under “Insert placeholder”.`}
    </p>
  );
}
