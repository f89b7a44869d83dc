import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Bookmark, Users } from "lucide-react";
import { api } from "../../lib/api.ts";
import { cx } from "../../ui/cx.ts";

/** The saved views with their ticket counts (docs/product.md#saved-views). */
export function SidebarViews({ onPick }: { onPick?: (() => void) | undefined }) {
  const { data: views } = useQuery(api.views.list.queryOptions());
  const hasViews = views !== undefined && views.items.length > 0;
  const { data: counts } = useQuery(api.views.counts.queryOptions({ enabled: hasViews }));
  const open = useLocation({ select: ({ search }) => ("saved" in search ? search.saved : undefined) });
  if (!hasViews) return null;
  const countOf = new Map(counts?.items.map(({ id, ...count }) => [id, count]));
  return (
    <ul aria-label="Saved views" className="flex flex-col gap-0.5 pb-1">
      {views.items.map(({ id, name, isShared, isMine, madeBy }) => {
        const Icon = isShared ? Users : Bookmark;
        const sharedText = isShared ? `, shared${isMine ? "" : ` by ${madeBy ?? "somebody who left"}`}` : "";
        const count = countOf.get(id);
        return (
          <li key={id}>
            <Link
              to="/dashboard/tickets"
              search={{ saved: id }}
              title={name + sharedText}
              onClick={onPick}
              aria-current={id === open ? "page" : undefined}
              className={cx(
                "flex items-center gap-2 rounded-control py-1.25 pr-2.5 pl-8.5 text-sm transition-colors duration-120",
                id === open ? "on-raised bg-hover text-ink" : "text-soft hover:bg-hover/60 hover:text-ink",
              )}
            >
              <Icon size={13} aria-hidden className="shrink-0" />
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {name}
              </span>
              {count !== undefined && (
                <span className="text-faint text-xs tabular">
                  {count.count.toLocaleString("en-US")}
                  {count.isCapped && "+"}
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
