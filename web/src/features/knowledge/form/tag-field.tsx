import { useRef } from "react";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { RemovableTags } from "../../../ui/form/removable-tags.tsx";
import { type ResourceFields, tagFault, withTag } from "./resource-fields.ts";

interface TagFieldProps extends Pick<ResourceFields, "tags" | "typedTag"> {
  /** What the server found wrong with them. */
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (part: Partial<Pick<ResourceFields, "tags" | "typedTag">>) => void;
}

/** The tags of a resource: Enter or the button adds what is typed, a click takes one off. */
export function TagField({ tags, typedTag, error, isReadOnly, onChange }: TagFieldProps) {
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
                // While an input method composes, Enter is its own.
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
