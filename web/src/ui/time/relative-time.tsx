import { relativeText, type SmallestUnit } from "./relative-text.ts";
import { useNow } from "./use-now.ts";

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
  /** "hour" for ticket lists (spec 2.7), "minute" for notifications and activities (spec 9). */
  smallest?: SmallestUnit;
  className?: string;
}

const exact = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** How long ago something was, kept up to date; the exact time shows on hover. */
export function RelativeTime({ at, smallest = "hour", className }: RelativeTimeProps) {
  const then = Date.parse(at);
  // Something may have happened after the last tick of the shared clock: that is "Just now" all the same.
  const now = useNow();
  if (Number.isNaN(then)) return null;
  return (
    <time dateTime={at} title={exact.format(then)} className={className}>
      {relativeText(then, now, smallest)}
    </time>
  );
}
