import { limits } from "@deskhand/contract/limits";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { RemovableTags } from "../../ui/form/removable-tags.tsx";

/** The tags of a response: added by Add, by Enter or by going on, removed by a click. */
export function ResponseTags({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
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
              // Saved without a press of Add, it is meant all the same.
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
