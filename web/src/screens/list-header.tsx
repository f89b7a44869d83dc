import { RotateCw, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

interface ListHeaderProps {
  title: string;
  subtitle: string;
  /** The filters below, which its button shows and hides. */
  filters: { panelId: string; isShown: boolean; onToggle: () => void };
  /** The button's label, if it differs from the usual one. */
  filtersText?: string;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Shown before the other buttons: another view of the list. */
  view?: ReactNode;
  /** A button that creates something; absent for people who may not. */
  create?: ReactNode;
}

/** Hides the icons where a sidebar leaves little room and on phones, so that the buttons fit beside the title or in one line. */
export const headerIconClass = "max-xl:hidden";

/** A list's title, with actions on the whole list. */
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
  /** Whether the server stopped counting at `total`. */
  totalIsCapped: boolean;
}

/** "Showing 3 of 48 tickets": how many fit the filters, "10,000+" where the server stopped counting, of all; null means all. */
export function showingText(found: Found | null, all: number, noun: string): string {
  const { total, totalIsCapped } = found ?? { total: all, totalIsCapped: false };
  // The two counts come from different requests, so one may be older.
  const [fitting, most] = [total, Math.max(all, total)].map((count) => count.toLocaleString("en-US"));
  return `Showing ${fitting}${totalIsCapped ? "+" : ""} of ${most} ${noun}`;
}
