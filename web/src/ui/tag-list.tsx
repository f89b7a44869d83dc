import { Badge } from "./badge.tsx";

/** Tags, each a badge; of more than `most` it says how many there are, and which on hover. */
export function TagList({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.slice(0, most).map((tag) => (
        <li key={tag} className="flex min-w-0 max-w-full">
          <Badge>
            <bdi className="truncate">{tag}</bdi>
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
