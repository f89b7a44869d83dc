import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BrandMark } from "../ui/brand-mark.tsx";
import { cx } from "../ui/cx.ts";
import { type SectionId, sectionIds, sections } from "./sections.ts";
import { useTicketCount } from "./use-ticket-count.ts";

interface SidebarProps {
  section: SectionId;
  onPick?: () => void;
  /** In the drawer, the button that closes it. */
  closeButton?: ReactNode;
}

/** The product's name and the tabs. */
export function Sidebar({ section, onPick, closeButton }: SidebarProps) {
  const ticketCount = useTicketCount();
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
        {sectionIds.map((id) => {
          const { label, Icon } = sections[id];
          const isActive = id === section;
          return (
            <Link
              key={id}
              to="/dashboard"
              search={id === "dashboard" ? {} : { section: id }}
              aria-current={isActive ? "page" : undefined}
              onClick={onPick}
              className={cx(
                "flex items-center gap-2.5 rounded-control px-2.5 py-1.75 transition-colors duration-120",
                isActive ? "on-raised bg-hover text-ink" : "text-soft hover:bg-hover/60 hover:text-ink",
              )}
            >
              <Icon size={16} aria-hidden className={cx("shrink-0", isActive && "text-accent")} />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {id === "tickets" && ticketCount !== null && (
                <span className="text-faint text-xs tabular">{ticketCount.toLocaleString("en-US")}</span>
              )}
            </Link>
          );
        })}
      </nav>
    </div>
  );
}
