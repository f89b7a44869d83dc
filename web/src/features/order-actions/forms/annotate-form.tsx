import { actionLimits } from "@deskhand/contract/actions/action-limits";
import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Textarea } from "../../../ui/form/textarea.tsx";
import type { FormProps } from "./form-props.ts";

/** The tags and the note of an order, as the store's staff see them. */
export function AnnotateForm({ look, plan, faultOf, onChange }: FormProps<"annotate">) {
  const [typed, setTyped] = useState("");
  const legendId = useId();
  const kept = look.tags.filter((tag) => !plan.removeTags.includes(tag));
  const tagFault = faultOf("addTags") ?? faultOf("removeTags");

  function add() {
    const tags = typed.split(",").map((tag) => tag.trim());
    const isNew = (tag: string) => tag !== "" && !kept.includes(tag) && !plan.addTags.includes(tag);
    const again = plan.removeTags.filter((tag) => !tags.includes(tag));
    const added = [...new Set(tags.filter((tag) => isNew(tag) && !look.tags.includes(tag)))];
    onChange({ ...plan, addTags: [...plan.addTags, ...added], removeTags: again });
    setTyped("");
  }

  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend id={legendId} className="mb-1.5 font-medium text-sm text-soft">
          Tags
        </legend>
        <ul aria-labelledby={legendId} className="flex flex-wrap gap-1.5 empty:hidden">
          {look.tags.map((tag) => {
            const isRemoved = plan.removeTags.includes(tag);
            const others = plan.removeTags.filter((other) => other !== tag);
            return (
              <Tag
                key={tag}
                tag={tag}
                state={isRemoved ? "removed" : "kept"}
                onPress={() => onChange({ ...plan, removeTags: isRemoved ? others : [...others, tag] })}
              />
            );
          })}
          {plan.addTags.map((tag) => (
            <Tag
              key={tag}
              tag={tag}
              state="added"
              onPress={() => onChange({ ...plan, addTags: plan.addTags.filter((other) => other !== tag) })}
            />
          ))}
        </ul>
        <div className="flex gap-2">
          <Input
            data-autofocus
            aria-label="New tag"
            aria-invalid={tagFault !== undefined || undefined}
            placeholder="Add a tag"
            maxLength={actionLimits.orderTagLength}
            className="min-w-0 flex-1 sm:max-w-60"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            // A tag that is typed and not added would be forgotten.
            onBlur={() => typed.trim() !== "" && add()}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              if (typed.trim() !== "") add();
            }}
          />
          <Button className="h-8.5" disabled={typed.trim() === ""} onClick={add}>
            Add
          </Button>
        </div>
        {tagFault !== undefined && <p className="text-red text-xs">{tagFault}</p>}
      </fieldset>
      <Field label="Note" error={faultOf("note")} hint="Your team sees it at the order in Shopify.">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxRows={8}
            maxLength={actionLimits.orderNoteLength}
            value={plan.note ?? look.note ?? ""}
            onChange={({ target }) =>
              onChange({ ...plan, note: target.value === (look.note ?? "") ? null : target.value })
            }
          />
        )}
      </Field>
    </>
  );
}

const looks = {
  kept: { className: "border-line text-soft", does: "Remove tag" },
  added: { className: "border-green/50 text-green", does: "Do not add tag" },
  removed: { className: "border-line text-faint line-through", does: "Keep tag" },
};

function Tag({ tag, state, onPress }: { tag: string; state: keyof typeof looks; onPress: () => void }) {
  const { className, does } = looks[state];
  return (
    <li className="flex min-w-0 max-w-full">
      <button
        type="button"
        aria-label={`${does} ${tag}`}
        title={does}
        onClick={onPress}
        className={cx(
          "flex h-6 min-w-0 items-center gap-1 rounded-tag border px-1.5 text-xs transition-colors duration-120 hover:border-edge",
          className,
        )}
      >
        <bdi className="truncate">{tag}</bdi>
        {state === "removed" ? <Plus size={11} aria-hidden /> : <X size={11} aria-hidden />}
      </button>
    </li>
  );
}
