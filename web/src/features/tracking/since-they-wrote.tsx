import type { TicketOrder } from "@deskhand/contract/tracking";
import { History } from "lucide-react";
import { changeWords } from "../../entities/order/tracking-words.ts";
import { formatDateTime } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

/** What happened to an order since the customer wrote: what they ask may be out of date. Nothing where nothing did. */
export function SinceTheyWrote({ order, className }: { order: TicketOrder; className?: string }) {
  const { since, currency } = order;
  if (since === null) return null;
  return (
    <p className={cx("flex items-start gap-1.5 text-accent text-sm", className)}>
      <History size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <span title={formatDateTime(since.writtenAt)}>
          {since.isLastMessage ? "Since the customer wrote: " : "Since the customer first wrote: "}
        </span>
        {since.changes.map((change, at) => (
          <span key={`${change.kind} ${change.at} ${change.trackingNumber}`}>
            {at > 0 && " · "}
            {changeWords(change, currency)}{" "}
            <time dateTime={change.at} title={formatDateTime(change.at)} className="whitespace-nowrap tabular">
              {day.format(Date.parse(change.at))}
            </time>
          </span>
        ))}
      </span>
    </p>
  );
}
