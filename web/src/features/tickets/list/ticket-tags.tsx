import { limits } from "@deskhand/contract/limits";
import { Badge } from "../../../ui/badge.tsx";

/** The first tags of a ticket, then how many more there are. */
export function TicketTags({ tags }: { tags: readonly string[] }) {
  const hidden = tags.slice(limits.tagsOnCard);
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex min-w-0 max-w-full shrink-0 gap-1.5 @2xl:max-w-3/4 @min-[60rem]:max-w-3/5">
      {tags.slice(0, limits.tagsOnCard).map((tag) => (
        <li key={tag} className="flex min-w-0">
          <Badge className="shrink">
            <span dir="auto" title={tag} className="max-w-28 truncate">
              {tag}
            </span>
          </Badge>
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.join(", ")} className="shrink-0 whitespace-nowrap text-faint text-xs leading-4.5">
          +{hidden.length} more
        </li>
      )}
    </ul>
  );
}
