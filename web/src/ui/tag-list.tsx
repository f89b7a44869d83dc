import { X } from "lucide-react";
import { Badge } from "./badge.tsx";
import { isRepeatedClick } from "./button.tsx";
import { cx } from "./cx.ts";

interface TagListProps {
  tags: readonly string[];
  /** Beyond this number it shows only how many there are, and lists them on hover. */
  most?: number;
  /** Shortens long tags so that several fit on a line; hovering shows them in full. */
  isTerse?: boolean;
}

/** Tags as badges. */
export function TagList({ tags, most = tags.length, isTerse = false }: TagListProps) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.slice(0, most).map((tag) => (
        <li key={tag} className="flex min-w-0 max-w-full">
          <Badge>
            <bdi className={cx("truncate", isTerse && "max-w-32")} title={isTerse ? tag : undefined}>
              {tag}
            </bdi>
          </Badge>
        </li>
      ))}
      {tags.length > most && (
        <li title={tags.slice(most).join(", ")} className="text-soft text-xs leading-5">
          {`+${tags.length - most} more`}
        </li>
      )}
    </ul>
  );
}

interface RemovableTagsProps {
  tags: readonly string[];
  /** The list's name for screen readers, or the id of the element that has it. */
  label?: string;
  labelledBy?: string;
  onRemove: (tag: string) => void;
}

/** Tags that a click removes; its items flow in the line around it. */
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
