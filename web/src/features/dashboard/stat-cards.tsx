import type { Metrics } from "@deskhand/contract/dashboard";
import { type CountedList, figureLists } from "@deskhand/contract/home/home-lists";
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
import { ListLink } from "./home/list-link.tsx";
import { coveredClass } from "./panel.tsx";

/** Due dates and midnights pass without an event. */
const REFETCH_MS = 60_000;

interface CardEntry {
  title: StatTitle;
  Icon: LucideIcon;
  /** The tickets that it counts, or that its average is made of. */
  list: (today: string) => CountedList;
  /** What it counts, in one sentence. */
  about: string;
}

const cards: CardEntry[] = [
  { title: "Total Tickets", Icon: Ticket, list: figureLists.total, about: "Every ticket that there is" },
  {
    title: "Open Tickets",
    Icon: Inbox,
    list: figureLists.open,
    about: "Tickets whose status is Open, snoozed ones among them",
  },
  {
    title: "Resolved Today",
    Icon: CircleCheck,
    list: figureLists.resolvedToday,
    about: "Tickets that are resolved and became so today, by your store's clocks",
  },
  {
    title: "Avg Response Time",
    Icon: Timer,
    list: figureLists.answered,
    about: "From the customer's first message to the first answer by a person, over all tickets that were answered",
  },
  {
    title: "Satisfaction",
    Icon: Smile,
    list: figureLists.rated,
    about: "What customers rated the help with, out of 5, over all ratings",
  },
  {
    title: "Overdue",
    Icon: CalendarClock,
    list: figureLists.overdue,
    about: "Tickets whose due date has passed and that are neither resolved nor closed",
  },
];

/** The six figures (docs/product.md#dashboard-figures). */
export function StatCards() {
  const { data, error, isFetching, refetch } = useQuery(
    api.dashboard.metrics.queryOptions({ refetchInterval: REFETCH_MS }),
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
          {cards.map((card) => (
            <StatCard key={card.title} card={card} today={data?.today} stat={stats?.[card.title]} />
          ))}
        </dl>
      )}
    </section>
  );
}

const moodClass: Record<Stat["mood"], string> = { good: "text-green", bad: "text-red", neutral: "text-soft" };
const trends = { up: TrendingUp, down: TrendingDown };

interface StatCardProps {
  card: CardEntry;
  /** Absent while loading. */
  today: string | undefined;
  stat: Stat | undefined;
}

/** A figure with its change, which opens its tickets; or a placeholder while loading. */
function StatCard({ card: { title, Icon, list, about }, today, stat }: StatCardProps) {
  const Trend = stat?.direction && trends[stat.direction];
  const opens = today !== undefined;
  return (
    <div
      title={about}
      className={cx(
        "flex min-w-0 flex-col rounded-panel border border-line bg-panel px-4 py-3.5 max-sm:px-3",
        opens && coveredClass,
      )}
    >
      <dt className="flex items-center gap-2 whitespace-nowrap text-sm text-soft max-sm:text-xs xl:max-[1400px]:text-xs">
        <Icon size={15} aria-hidden className="shrink-0 text-faint" />
        {opens ? (
          <ListLink list={list(today)} className="in-line covers">
            {title}
          </ListLink>
        ) : (
          title
        )}
        <span className="sr-only">{`: ${about}`}</span>
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

/** How a figure has changed. */
interface Change {
  change: string;
  /** Whether the change is good news. */
  mood: "good" | "bad" | "neutral";
  /** The direction of the change; null for none. */
  direction: "up" | "down" | null;
}

/** The content of a card. */
type Stat = Change & { value: string };
type StatTitle = keyof ReturnType<typeof statsOf>;

const noChange = "No change";
const none = "None";
const unmoved = { mood: "neutral", direction: null } as const;
const whole = new Intl.NumberFormat("en-US");
const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero", maximumFractionDigits: 0 });
const signedTenths = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero", maximumFractionDigits: 1 });

/**
 * Returns each figure with its change (docs/product.md#dashboard-figures), or another text if there is nothing to
 * compare.
 */
export function statsOf(metrics: Metrics) {
  const { totalTickets, openTickets, resolvedToday, averageResponseTime, satisfaction, overdueTickets } = metrics;
  const { earlier } = metrics;
  const needAttention = overdueTickets > 0;
  return {
    "Total Tickets": {
      value: whole.format(totalTickets),
      ...changed(
        percent(totalTickets, earlier.totalTickets),
        "last week",
        "Get started by setting up email integration",
      ),
    },
    "Open Tickets": {
      value: whole.format(openTickets),
      ...changed(percent(openTickets, earlier.openTickets), "yesterday", "Tickets will appear here", "down"),
    },
    "Resolved Today": {
      value: whole.format(resolvedToday),
      ...changed(percent(resolvedToday, earlier.resolvedTickets), "yesterday", "Start resolving tickets", "up"),
    },
    "Avg Response Time": {
      value: `${averageResponseTime}h`,
      ...changed(
        difference(averageResponseTime, earlier.averageResponseTime, "h"),
        "last week",
        "Track response times",
        "down",
      ),
    },
    Satisfaction: {
      value: satisfaction === null ? "N/A" : `${satisfaction}/5`,
      ...changed(
        difference(satisfaction ?? 0, earlier.satisfaction),
        "last month",
        "Satisfaction tracking not configured",
        "up",
      ),
    },
    Overdue: {
      value: whole.format(overdueTickets),
      change: needAttention ? `${whole.format(overdueTickets)} need attention` : "None overdue",
      mood: needAttention ? "bad" : "neutral",
      direction: null,
    },
  } satisfies Record<string, Stat>;
}

/** "+12%", "No change" if it rounds to 0.0%, "None" if the earlier figure was 0; null if the current one is 0. */
function percent(now: number, then: number): string | null {
  if (now <= 0) return null;
  if (then <= 0) return none;
  const change = ((now - then) / then) * 100;
  return orNoChange(`${(Math.abs(change) < 1 ? signedTenths : signed).format(change)}%`);
}

/** "-0.5h", "No change", or "None" if the earlier figure is unknown; null if the current one is 0. */
function difference(now: number, then: number | null, unit = ""): string | null {
  if (now <= 0) return null;
  return then === null ? none : orNoChange(`${signedTenths.format(now - then)}${unit}`);
}

function orNoChange(change: string): string {
  return /^[+-]/.test(change) ? change : noChange;
}

/** `better` is the direction that is good news; without it the change is neutral. */
function changed(change: string | null, since: string, otherwise: string, better?: "up" | "down"): Change {
  if (change === null) return { change: otherwise, ...unmoved };
  // The text for an empty figure would be wrong below a positive one.
  if (change === none) return { change: `${none} ${since}`, ...unmoved };
  if (change === noChange) return { change: `${change} from ${since}`, ...unmoved };
  const direction = change.startsWith("+") ? "up" : "down";
  const mood = better === undefined ? "neutral" : direction === better ? "good" : "bad";
  return { change: `${change} from ${since}`, mood, direction };
}
