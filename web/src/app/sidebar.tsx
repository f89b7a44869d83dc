import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { api } from "../lib/api.ts";
import { useSession } from "../lib/session.ts";
import { BrandMark } from "../ui/brand-mark.tsx";
import { cx } from "../ui/cx.ts";
import { loadLater } from "../ui/load-later.tsx";
import { offeredSections, sections } from "./sections.ts";

const SidebarViews = loadLater(() =>
  import("../features/views/sidebar-views.tsx").then(({ SidebarViews }) => SidebarViews),
);

interface SidebarProps {
  onPick?: () => void;
  /** The drawer's close button. */
  closeButton?: ReactNode;
  /** Shown below the sections. */
  foot?: ReactNode;
}

/** The product's name and the sections. */
export function Sidebar({ onPick, closeButton, foot }: SidebarProps) {
  const { can } = useSession();
  const { data: ticketCount } = useQuery(
    api.tickets.list.queryOptions({ input: { limit: 1 }, select: (list) => list.activeCount }),
  );
  return (
    <div className="flex min-h-full flex-col px-3 py-4">
      <div className="flex items-center gap-2.5 px-2 pt-1 pb-4.5">
        <BrandMark />
        <div className="min-w-0 flex-1">
          <p className="font-semibold text-[15px]">Deskhand</p>
          <p className="truncate text-faint text-xs leading-3.5">Support for online stores</p>
        </div>
        {closeButton}
      </div>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {offeredSections(can).map((id) => {
          const { path, label, Icon } = sections[id];
          return (
            <Fragment key={id}>
              <Link
                to={path}
                activeOptions={{ exact: true, includeSearch: false }}
                onClick={onPick}
                className="flex items-center gap-2.5 rounded-control px-2.5 py-1.75 transition-colors duration-120"
                activeProps={{ className: "on-raised bg-hover text-ink" }}
                inactiveProps={{ className: "text-soft hover:bg-hover/60 hover:text-ink" }}
              >
                {({ isActive }) => (
                  <>
                    <Icon size={16} aria-hidden className={cx("shrink-0", isActive && "text-accent")} />
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    {id === "tickets" && ticketCount !== undefined && (
                      <span className="text-faint text-xs tabular">{ticketCount.toLocaleString("en-US")}</span>
                    )}
                  </>
                )}
              </Link>
              {id === "tickets" && <SidebarViews onPick={onPick} />}
            </Fragment>
          );
        })}
      </nav>
      {foot && <div className="mt-auto flex flex-col pt-6">{foot}</div>}
    </div>
  );
}
