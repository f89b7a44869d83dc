import { useQuery } from "@tanstack/react-query";
import { CalendarClock, CircleCheck, Inbox, type LucideIcon, Smile, Ticket, Timer } from "lucide-react";
import { api } from "../../lib/api.ts";
import { failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { StatCard } from "./stat-card.tsx";
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

/** The six figures (spec part 1, section 2.6). */
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
