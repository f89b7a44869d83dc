import { useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  CircleCheck,
  Inbox,
  type LucideIcon,
  Smile,
  Ticket,
  Timer,
  TrendingDown,
  TrendingUp,
} from "lucide-react";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Stat, type StatTitle, statsOf } from "./stats-of.ts";

/** A due date or midnight passes without an event. */
const ANEW_MS = 60_000;

const cards: { title: StatTitle; Icon: LucideIcon }[] = [
  { title: "Total Tickets", Icon: Ticket },
  { title: "Open Tickets", Icon: Inbox },
  { title: "Resolved Today", Icon: CircleCheck },
  { title: "Avg Response Time", Icon: Timer },
  { title: "Satisfaction", Icon: Smile },
  { title: "Overdue", Icon: CalendarClock },
];

/** The six figures (docs/product.md#dashboard-figures). */
export function StatCards() {
  const { data, error, isFetching, refetch } = useQuery(
    api.dashboard.metrics.queryOptions({ refetchInterval: ANEW_MS }),
  );
  const stats = data && statsOf(data);
  return (
    <section aria-label="Metrics" aria-busy={data === undefined && error === null}>
      <FailureBanner
        error={error}
        title="Failed to load metrics"
        isRetrying={isFetching}
        onRetry={refetch}
        className="mb-3"
      />
      {(stats !== undefined || error === null) && (
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
          {cards.map(({ title, Icon }) => (
            <StatCard key={title} title={title} Icon={Icon} stat={stats?.[title]} />
          ))}
        </dl>
      )}
    </section>
  );
}

const moodClass: Record<Stat["mood"], string> = { good: "text-green", bad: "text-red", neutral: "text-soft" };
const trends = { up: TrendingUp, down: TrendingDown };

/** One figure of the dashboard with how it has changed; its outline while it is on its way. */
function StatCard({ title, Icon, stat }: { title: string; Icon: LucideIcon; stat: Stat | undefined }) {
  const Trend = stat?.direction && trends[stat.direction];
  return (
    <div className="flex min-w-0 flex-col rounded-panel border border-line bg-panel px-4 py-3.5 max-sm:px-3">
      <dt className="flex items-center gap-2 whitespace-nowrap text-sm text-soft max-sm:text-xs xl:max-[1400px]:text-xs">
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
