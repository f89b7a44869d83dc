import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { useSession } from "../../lib/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";

interface ResponseCardProps {
  response: CannedResponse;
  isChoosing: boolean;
  onUse: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** One canned response with what can be done with it. */
export function ResponseCard({ response, isChoosing, onUse, onEdit, onDelete }: ResponseCardProps) {
  const { can } = useSession();
  const { title, category, content, tags } = response;
  return (
    <article
      aria-label={title}
      className="flex h-full flex-col gap-2 rounded-panel border border-line bg-panel px-3.5 py-3 focus-within:border-edge hover:border-edge"
    >
      <div className="flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 flex-1 font-semibold break-anywhere">
          {title}
        </h3>
        <Badge>{category}</Badge>
      </div>
      <p dir="auto" className="line-clamp-4 text-sm text-soft break-anywhere">
        {content}
      </p>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full text-faint text-xs break-anywhere">
              #{tag}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex items-center gap-1 pt-1">
        {can("canned-responses:write") && (
          <>
            <Button variant="ghost" size="sm" aria-label={`Edit ${title}`} onClick={onEdit}>
              Edit
            </Button>
            <Button variant="ghost" size="sm" aria-label={`Delete ${title}`} onClick={onDelete}>
              Delete
            </Button>
          </>
        )}
        <Button
          size="sm"
          className="ml-auto"
          aria-label={`Use Response: ${title}`}
          data-use
          aria-disabled={isChoosing || undefined}
          onClick={onUse}
        >
          Use Response
        </Button>
      </div>
    </article>
  );
}
