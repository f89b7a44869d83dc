import { RotateCw, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

interface ListHeaderProps {
  title: string;
  subtitle: string;
  /** The filters below, which a button shows and hides. */
  filters: { panelId: string; isShown: boolean; onToggle: () => void };
  /** The button's words where they do not follow from that. */
  filtersText?: string;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Before the others: another view of the list. */
  view?: ReactNode;
  /** What is made here; absent for who may not. */
  create?: ReactNode;
}

/** Without icons the buttons fit beside the title where a sidebar leaves little room, and in one line on phones. */
export const headerIconClass = "max-xl:hidden";

/** A list's title and what can be done with the whole of it. */
export function ListHeader(props: ListHeaderProps) {
  const { title, subtitle, filters, isRefreshing, onRefresh, view, create } = props;
  const { filtersText = filters.isShown ? "Hide Filters" : "Show Filters" } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] xl:items-end">
      <div className="contents xl:mr-auto xl:block">
        <h1 className="mr-auto font-semibold text-xl tabular">{title}</h1>
        <p className="text-soft max-xl:order-1 max-xl:basis-full max-sm:order-none max-sm:col-span-2 max-sm:row-start-2 max-xl:text-sm max-sm:text-xs">
          {subtitle}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:contents">
        <div className="flex flex-wrap gap-2 max-sm:col-span-2 max-sm:row-start-3 max-sm:mt-1.5">
          {view}
          <Button
            icon={<SlidersHorizontal size={15} aria-hidden className={headerIconClass} />}
            aria-expanded={filters.isShown}
            aria-controls={filters.isShown ? filters.panelId : undefined}
            onClick={filters.onToggle}
          >
            {filtersText}
          </Button>
          <Button
            icon={<RotateCw size={15} aria-hidden className={cx(headerIconClass, isRefreshing && "animate-spin")} />}
            disabled={isRefreshing}
            onClick={onRefresh}
          >
            Refresh
          </Button>
        </div>
        {create}
      </div>
    </div>
  );
}

interface Found {
  total: number;
  /** Whether the server stopped counting there. */
  totalIsCapped: boolean;
}

/** "Showing 3 of 48 tickets": how many fit what is asked for, "10,000+" where the server stopped counting, of all; null asks for all. */
export function showingText(found: Found | null, all: number, noun: string): string {
  const { total, totalIsCapped } = found ?? { total: all, totalIsCapped: false };
  // What is counted by another request may be a moment older.
  const [fitting, most] = [total, Math.max(all, total)].map((count) => count.toLocaleString("en-US"));
  return `Showing ${fitting}${totalIsCapped ? "+" : ""} of ${most} ${noun}`;
}
