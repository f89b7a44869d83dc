import { everybodyIn } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { Mailbox, RecipientNews, Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { RecipientKind } from "@deskhand/contract/vocabulary";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../lib/api.ts";
import { useIsLow } from "../../../ui/use-room.ts";
import { RecipientField, type RecipientFieldSetting } from "./recipient-field.tsx";

const labels = { to: "To", cc: "Cc", bcc: "Bcc" } as const satisfies Record<RecipientKind, string>;

/** An error in a line of recipients. */
export interface RecipientsFault {
  kind: RecipientKind;
  fault: string;
}

interface RecipientRowsProps extends RecipientFieldSetting {
  recipients: Recipients;
  onChange: (recipients: Recipients) => void;
  /** Why nothing can be sent, shown in its line. */
  fault?: RecipientsFault | null;
  /** Whether the first line takes the focus when the dialog opens. */
  isFirst?: boolean;
  /** Whether To is fixed elsewhere, leaving only Cc and Bcc. */
  isCopiesOnly?: boolean;
  /** At the end of the first line; in low windows all lines are one. */
  aside?: ReactNode;
}

/** The recipients of a mail: To always, Cc and Bcc if used or requested. */
export function RecipientRows(props: RecipientRowsProps) {
  const { recipients, onChange, fault, isFirst, isCopiesOnly = false, aside, ...setting } = props;
  const [isAsked, setAsked] = useState(false);
  // In low windows all are one line, with the Cc and Bcc buttons at its end instead of before the next label.
  const isLow = useIsLow();
  const all = everybodyIn(recipients);
  const kinds = (["to", "cc", "bcc"] as const).filter((kind) => {
    if (kind === "to") return !isCopiesOnly;
    return isAsked || recipients[kind].length > 0 || (isCopiesOnly && kind === "cc");
  });
  const canAsk = kinds.at(-1) !== "bcc" || !kinds.includes("cc");

  function change(kind: RecipientKind, people: Mailbox[]) {
    const added = new Set(people.map(({ email }) => email));
    const rest = (of: RecipientKind) =>
      of === kind ? people : recipients[of].filter(({ email }) => !added.has(email));
    onChange({ to: rest("to"), cc: rest("cc"), bcc: rest("bcc") });
  }

  return (
    <div data-recipients className="flex min-w-0 flex-col gap-1 low:flex-row low:flex-wrap low:items-start low:gap-x-4">
      {kinds.map((kind, nth) => (
        <RecipientField
          {...setting}
          key={kind}
          label={labels[kind]}
          people={recipients[kind]}
          all={all}
          fault={fault?.kind === kind ? fault.fault : undefined}
          isFirst={isFirst === true && nth === 0}
          onChange={(people) => change(kind, people)}
          aside={
            nth === (isLow ? kinds.length - 1 : 0) && (
              <div className="flex shrink-0 items-center gap-1.5">
                {aside}
                {canAsk && !setting.isReadOnly && (
                  <button
                    type="button"
                    onClick={({ currentTarget }) => {
                      const rows = currentTarget.closest("[data-recipients]");
                      // The line must exist before it can take the focus.
                      flushSync(() => setAsked(true));
                      const nextKind = kinds.includes("cc") ? "Bcc" : "Cc";
                      rows?.querySelector<HTMLInputElement>(`input[aria-label="${nextKind}"]`)?.focus();
                    }}
                    className="h-6 rounded-tag px-1.5 text-soft text-xs transition-colors duration-120 hover:bg-hover hover:text-ink touch:-my-2"
                  >
                    {isCopiesOnly || kinds.includes("cc") ? "Bcc" : kinds.includes("bcc") ? "Cc" : "Cc/Bcc"}
                  </button>
                )}
              </div>
            )
          }
        />
      ))}
    </div>
  );
}

const FRESH_MS = 60_000;

/**
 * Fetches the server's information on recipients of a ticket's mail, or of a new ticket's (null), by address; again
 * whenever the thread grows.
 */
export function useRecipientNews(
  ticket: TicketDetail | null,
  recipients: Recipients,
): { news: ReadonlyMap<string, RecipientNews>; isMissing: boolean } {
  const people = everybodyIn(recipients)
    .slice(0, limits.recipientsChecked)
    .toSorted((one, other) => (one.email < other.email ? -1 : 1));
  const input = { ...(ticket && { ticketId: ticket.id }), people };
  const states = ticket?.messages.map(({ deliveryState }) => deliveryState).join();
  const { data, isError } = useQuery({
    ...api.messages.checkRecipients.queryOptions({
      input,
      enabled: people.length > 0,
      placeholderData: keepPreviousData,
      staleTime: FRESH_MS,
      retry: false,
    }),
    queryKey: [...api.messages.checkRecipients.queryKey({ input }), ticket?.messageCount, states],
  });
  return { news: new Map(data?.items.map((one) => [one.email, one])), isMissing: isError };
}

/** What stands above a text being written, such as its recipients; it scrolls before the text shrinks. */
export const aroundClass =
  "-mx-4 flex min-h-0 flex-col gap-2.5 overflow-y-auto overscroll-contain px-4 pt-3 pb-2.5 has-[[role=status],[role=alert]]:min-h-20 low:gap-1.5 low:pt-2 low:pb-1.5 lowest:gap-1 lowest:pt-1 lowest:pb-1 sm:-mx-5 sm:px-5 lowest:has-[[role=status],[role=alert]]:min-h-12 *:shrink-0";
