import { Badge } from "../../../../ui/badge.tsx";

/** All tags of a ticket. */
export function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="flex min-w-0 max-w-full">
          <Badge>
            <bdi className="truncate">{tag}</bdi>
          </Badge>
        </li>
      ))}
    </ul>
  );
}
