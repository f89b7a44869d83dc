import { Badge } from "./badge.tsx";
import { cx } from "./cx.ts";

interface TagListProps {
  tags: readonly string[];
  /** Of more than so many it says how many there are, and which on hover. */
  most?: number;
  /** Cuts what is long, so that a line holds some; the whole is there on hover. */
  isTerse?: boolean;
}

/** Tags, each a badge. */
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
