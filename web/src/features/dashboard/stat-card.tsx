import { type LucideIcon, TrendingDown, TrendingUp } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Stat } from "./stats-of.ts";

const moodClass: Record<Stat["mood"], string> = { good: "text-green", bad: "text-red", neutral: "text-soft" };
const trends = { up: TrendingUp, down: TrendingDown };

interface StatCardProps {
  title: string;
  Icon: LucideIcon;
  /** Absent while it is on its way. */
  stat: Stat | undefined;
}

/** One figure of the dashboard with how it has changed. */
export function StatCard({ title, Icon, stat }: StatCardProps) {
  const Trend = stat?.direction && trends[stat.direction];
  return (
    <div className="flex min-w-0 flex-col rounded-panel border border-line bg-panel px-4 py-3.5 max-sm:px-3">
      <dt className="flex items-center gap-2 whitespace-nowrap text-sm text-soft max-sm:text-xs">
        <Icon size={15} aria-hidden className="shrink-0 text-faint" />
        {title}
      </dt>
      <dd className="mt-1.5 h-9 font-semibold text-2xl tabular">
        {stat?.value ?? <Skeleton className="mt-1 h-6.5 w-16" />}
      </dd>
      {/* Narrow cards keep two lines free, as some texts need them. */}
      <dd className={cx("mt-1 min-h-8 text-xs md:max-xl:min-h-4", stat && moodClass[stat.mood])}>
        {stat === undefined ? (
          <Skeleton className="mt-0.5 h-3 w-4/5" />
        ) : (
          <>
            {Trend && <Trend size={13} aria-hidden className="mr-1 inline align-[-2px]" />}
            {stat.change}
          </>
        )}
      </dd>
    </div>
  );
}
