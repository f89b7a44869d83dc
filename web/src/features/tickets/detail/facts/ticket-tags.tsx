import { limits } from "@deskhand/contract/limits";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "../../../../ui/cx.ts";
import { RemovableTags } from "../../../../ui/tag-list.tsx";

interface TagEditorProps {
  tags: readonly string[];
  /** The id of the element that labels the field. */
  labelId: string;
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
}

/** A ticket's tags: Enter adds the typed one, a click removes one. */
export function TagEditor({ tags, labelId, onAdd, onRemove }: TagEditorProps) {
  const [text, setText] = useState("");
  const hintId = useId();
  const tag = text.trim();
  const isFull = tags.length >= limits.tagsOnTicket;
  const fault =
    tag.length > limits.tagLength
      ? `A tag is too long (maximum ${limits.tagLength} characters)`
      : isFull && tag !== ""
        ? `A ticket has at most ${limits.tagsOnTicket} tags`
        : null;

  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <RemovableTags tags={tags} labelledBy={labelId} onRemove={onRemove} />
      <span className="relative flex min-w-24 flex-1 items-center">
        <Plus size={12} aria-hidden className="pointer-events-none absolute left-1.5 text-soft" />
        <input
          name="tag"
          aria-label="Add tag"
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : hintId}
          placeholder="Add tag"
          dir="auto"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Escape") {
              // Escape clears the field only; the ticket below stays open.
              event.preventDefault();
              event.stopPropagation();
              setText("");
              event.currentTarget.blur();
            }
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (tag === "" || fault !== null) return;
            onAdd(tag);
            setText("");
          }}
          className={cx(
            "h-6 w-full rounded-tag border border-transparent bg-transparent pr-1.5 pl-5.5 text-ink text-xs transition-colors duration-120",
            "hover:border-edge focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-red",
          )}
        />
      </span>
      {fault !== null && (
        <p id={hintId} role="alert" className="basis-full text-red text-xs">
          {fault}
        </p>
      )}
    </div>
  );
}
