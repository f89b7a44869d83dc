import { X } from "lucide-react";
import { isRepeatedClick } from "./is-repeated-click.ts";

interface RemovableTagsProps {
  tags: readonly string[];
  /** The list's name for screen readers, or the id of the element that has it. */
  label?: string;
  labelledBy?: string;
  onRemove: (tag: string) => void;
}

/** Tags that a click takes off; its items stand in the line of whatever is around it. */
export function RemovableTags({ tags, label, labelledBy, onRemove }: RemovableTagsProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={label} aria-labelledby={labelledBy} className="contents">
      {tags.map((tag) => (
        <li key={tag} className="flex min-w-0 max-w-full">
          <button
            type="button"
            aria-label={`Remove tag ${tag}`}
            title="Remove"
            onClick={(event) => isRepeatedClick(event) || onRemove(tag)}
            className="group flex h-6 min-w-0 items-center gap-1 rounded-tag border border-line px-1.5 text-soft text-xs transition-colors duration-120 hover:border-edge hover:text-ink"
          >
            <bdi className="truncate">{tag}</bdi>
            <X size={11} aria-hidden className="shrink-0 text-faint group-hover:text-ink" />
          </button>
        </li>
      ))}
    </ul>
  );
}
