import type { Metrics } from "@deskhand/contract/dashboard";

/** How a figure has changed. */
interface Change {
  change: string;
  /** Whether the change is good news. */
  mood: "good" | "bad" | "neutral";
  /** Which way the figure went; null when there is nothing to say. */
  direction: "up" | "down" | null;
}

/** What a card says. */
export type Stat = Change & { value: string };
export type StatTitle = keyof ReturnType<typeof statsOf>;

const noChange = "No change";
const none = "None";
const unmoved = { mood: "neutral", direction: null } as const;
const whole = new Intl.NumberFormat("en-US");
const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero", maximumFractionDigits: 0 });
const signedTenths = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero", maximumFractionDigits: 1 });

/** The dashboard's figures with how each changed (docs/product.md#dashboard-figures); another text where there is nothing to compare. */
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

/** "+12%", "No change" where a tenth of a percent would not show it, "None" when the figure was 0 then; null when it is 0 now. */
function percent(now: number, then: number): string | null {
  if (now <= 0) return null;
  if (then <= 0) return none;
  const change = ((now - then) / then) * 100;
  return orNoChange(`${(Math.abs(change) < 1 ? signedTenths : signed).format(change)}%`);
}

/** "-0.5h", "No change", or "None" when the figure was not known then; null when it is 0 now. */
function difference(now: number, then: number | null, unit = ""): string | null {
  if (now <= 0) return null;
  return then === null ? none : orNoChange(`${signedTenths.format(now - then)}${unit}`);
}

function orNoChange(change: string): string {
  return /^[+-]/.test(change) ? change : noChange;
}

/** `better` is the direction that is good news; without one, neither is. */
function changed(change: string | null, since: string, otherwise: string, better?: "up" | "down"): Change {
  if (change === null) return { change: otherwise, ...unmoved };
  // Under a figure that there is, the text for none would be wrong.
  if (change === none) return { change: `${none} ${since}`, ...unmoved };
  if (change === noChange) return { change: `${change} from ${since}`, ...unmoved };
  const direction = change.startsWith("+") ? "up" : "down";
  const mood = better === undefined ? "neutral" : direction === better ? "good" : "bad";
  return { change: `${change} from ${since}`, mood, direction };
}
