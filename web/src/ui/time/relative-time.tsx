import { useNow } from "./use-now.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
  /** What happened then, if the context does not say so; shown on hover. */
  of?: string;
  /** "hour" for ticket lists (docs/product.md#words-and-figures), "minute" for notifications and activities. */
  smallest?: "hour" | "minute";
  className?: string;
}

const exact = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** How long ago something was, kept current; hovering shows the exact time. */
export function RelativeTime({ at, of, smallest = "hour", className }: RelativeTimeProps) {
  const then = Date.parse(at);
  // A time after the shared clock's last tick is "Just now" as well.
  const now = useNow();
  if (Number.isNaN(then)) return null;
  const title = exact.format(then);
  const text = relativeText(then, now, smallest);
  if (of === undefined) {
    return (
      <time dateTime={at} title={title} className={className}>
        {text}
      </time>
    );
  }
  return (
    <span className={className}>
      <span className="sr-only">{of}: </span>
      <time dateTime={at} title={`${of}: ${title}`}>
        {text}
      </time>
    </span>
  );
}

/**
 * Says how long ago `then` was, in the largest unit above zero (docs/product.md#words-and-figures): ticket lists count hours ("2d
 * ago", "3h ago", "Just now"), notifications also minutes ("5m ago"). Times are in milliseconds; the future counts as now.
 */
export function relativeText(then: number, now: number, smallest: "hour" | "minute"): string {
  const elapsed = now - then;
  if (elapsed >= DAY) return `${Math.floor(elapsed / DAY)}d ago`;
  if (elapsed >= HOUR) return `${Math.floor(elapsed / HOUR)}h ago`;
  if (smallest === "minute" && elapsed >= MINUTE) return `${Math.floor(elapsed / MINUTE)}m ago`;
  return "Just now";
}
