import { findPlaceholders, isOfOrder } from "@deskhand/contract/desk/placeholders";
import type { Mailbox } from "@deskhand/contract/recipients";
import { useQuery } from "@tanstack/react-query";
import { Braces } from "lucide-react";
import type { ReactNode } from "react";
import { mailboxName } from "../../entities/person/mailbox-words.ts";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { writtenTo } from "../../entities/ticket/told-order.ts";
import { api } from "../../lib/api.ts";

interface PlaceholderNoticeProps {
  draft: ReplyDraft;
  /** Offers to fill in the order's placeholders, where possible. */
  fill: ReactNode;
}

/**
 * Lists the reply's open placeholders, each with a way to it, and says why the order's were left if its recipients are
 * the reason.
 */
export function PlaceholderNotice({ draft: { ticket, text, recipients, select }, fill }: PlaceholderNoticeProps) {
  const open = findPlaceholders(text);
  const ofOrder = open.filter(({ name }) => isOfOrder(name));
  const input = { ticketId: ticket.id, ...writtenTo(recipients) };
  const { data } = useQuery(
    api.cannedResponses.values.queryOptions({ input, enabled: ofOrder.length > 0, refetchOnMount: "always" }),
  );
  const isWithheld = data?.withheld.some((withheld) => ofOrder.some(({ name }) => name === withheld)) === true;
  if (open.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-control border border-amber/35 bg-amber/10 px-3 py-1.5 text-amber text-sm"
    >
      <Braces size={14} aria-hidden className="shrink-0" />
      <span>
        {open.length === 1 ? "1 placeholder could not be filled:" : `${open.length} placeholders could not be filled:`}
      </span>
      {open.map(({ name, start, end }) => (
        <button
          key={start}
          type="button"
          onClick={() => select(start, end)}
          className="rounded-tag border border-amber/35 px-1.5 font-mono text-ink text-xs leading-5 hover:bg-amber/15"
        >
          {name}
        </button>
      ))}
      {isWithheld && <span className="basis-full">{strangersWords(recipients.to)}</span>}
      {!isWithheld && ofOrder.length > 0 && fill}
    </div>
  );
}

function strangersWords([only, another]: readonly Mailbox[]): string {
  const subject = only === undefined || another !== undefined ? "Nobody in To is" : `${mailboxName(only)} is not`;
  return `${subject} the customer of this order.`;
}
