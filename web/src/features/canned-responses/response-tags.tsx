import { limits } from "@deskhand/contract/limits";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { isRepeatedClick } from "../../ui/is-repeated-click.ts";

interface ResponseTagsProps {
  tags: string[];
  onChange: (tags: string[]) => void;
}

/** The tags of a response: added by Add, by Enter or by going on, removed by a click (spec part 1, section 2.10). */
export function ResponseTags({ tags, onChange }: ResponseTagsProps) {
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
        <ul aria-label="Tags of this response" className="flex flex-wrap gap-1.5">
          {tags.map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-label={`Remove ${each}`}
                onClick={(event) => isRepeatedClick(event) || onChange(tags.filter((other) => other !== each))}
                className="flex h-6.5 items-center gap-1 rounded-full border border-line px-2.5 text-sm text-soft hover:border-edge hover:text-ink"
              >
                <bdi className="max-w-50 truncate">{each}</bdi>
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
