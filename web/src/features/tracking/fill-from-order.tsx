import { fillPlaceholders, findPlaceholders } from "@deskhand/contract/desk/placeholders";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { rememberTold, writtenTo } from "../../entities/ticket/told-order.ts";
import { api } from "../../lib/api.ts";
import { failureText } from "../../lib/failure.ts";
import { useSession } from "../../lib/session.ts";
import { OrderChoice } from "./order-choice.tsx";
import { orderTitle } from "./use-ticket-tracking.ts";

type Draft = Pick<ReplyDraft, "ticket" | "text" | "replaceText" | "focus" | "recipients">;

/** Offers the orders that fit a reply's open placeholders; one click selects an order and fills them in. */
export function FillFromOrder({ ticket, text, replaceText, focus, recipients }: Draft) {
  const userId = useSession().user?.id;
  const cache = useQueryClient();
  // Text typed while the order was saved and loaded stays.
  const latest = useRef(text);
  latest.current = text;
  const fill = useMutation({
    mutationFn: (_name: string) =>
      cache.fetchQuery(
        api.cannedResponses.values.queryOptions({
          input: { ticketId: ticket.id, ...writtenTo(recipients) },
          staleTime: 0,
        }),
      ),
    onSuccess({ values, owner }, name) {
      const open = findPlaceholders(latest.current).map((one) => one.name);
      const filledIn = Object.fromEntries(Object.entries(values).filter(([one]) => open.includes(one)));
      if (userId !== undefined) rememberTold(userId, ticket.id, filledIn, owner);
      const filled = fillPlaceholders(latest.current, values);
      if (filled !== latest.current) replaceText(filled, `Filled in from order ${orderTitle(name)}.`);
      focus();
    },
  });
  return (
    <>
      <OrderChoice ticket={ticket} onChosen={fill.mutate} />
      {fill.error !== null && (
        <span role="alert" className="text-red text-xs">
          {failureText(fill.error)}
        </span>
      )}
    </>
  );
}
