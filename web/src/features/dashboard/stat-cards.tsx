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
import { failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Stat, statsOf } from "./stats-of.ts";

/** A due date or midnight passes without an event. */
const ANEW_MS = 60_000;

const cards: { id: Stat["id"]; title: string; Icon: LucideIcon }[] = [
  { id: "totalTickets", title: "Total Tickets", Icon: Ticket },
  { id: "openTickets", title: "Open Tickets", Icon: Inbox },
  { id: "resolvedToday", title: "Resolved Today", Icon: CircleCheck },
  { id: "averageResponseTime", title: "Avg Response Time", Icon: Timer },
  { id: "satisfaction", title: "Satisfaction", Icon: Smile },
  { id: "overdueTickets", title: "Overdue", Icon: CalendarClock },
];

/** The six figures (docs/product.md#dashboard-figures). */
export function StatCards() {
  const { data, error, isFetching, refetch } = useQuery(
    api.dashboard.metrics.queryOptions({ refetchInterval: ANEW_MS }),
  );
  const stats = data && statsOf(data);
  return (
    <section aria-label="Metrics" aria-busy={data === undefined && error === null}>
      {error !== null && (
        <Banner
          kind="error"
          title="Failed to load metrics"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          className="mb-3"
        >
          {failureText(error)}
        </Banner>
      )}
      {(stats !== undefined || error === null) && (
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
          {cards.map(({ id, title, Icon }) => (
            <StatCard key={id} title={title} Icon={Icon} stat={stats?.find((stat) => stat.id === id)} />
          ))}
        </dl>
      )}
    </section>
  );
}

const moodClass: Record<Stat["mood"], string> = { good: "text-green", bad: "text-red", neutral: "text-soft" };
const trends = { up: TrendingUp, down: TrendingDown };

interface StatCardProps {
  title: string;
  Icon: LucideIcon;
  /** Absent while it is on its way. */
  stat: Stat | undefined;
}

/** One figure of the dashboard with how it has changed. */
function StatCard({ title, Icon, stat }: StatCardProps) {
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
