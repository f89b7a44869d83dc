import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import { useQuery } from "@tanstack/react-query";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Card } from "../../ui/card.tsx";
import { ActionState } from "./action-progress.tsx";
import { ActionNotices } from "./waiting-actions.tsx";

/** What was done to an order from here, newest first, and what waits for approval; empty without any. */
export function OrderHistory({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useQuery(api.orderActions.ofOrder.queryOptions({ input: { orderId } }));
  if (data === undefined) return <FailureLine error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return null;
  const waiting = data.items.filter(({ state }) => state === "waiting");
  const others = data.items.filter(({ state }) => state !== "waiting");
  return (
    <>
      <ActionNotices actions={waiting} />
      {others.length > 0 && (
        <Card title="Done from Deskhand">
          <ul className="flex flex-col gap-3 divide-y divide-line">
            {others.map((action) => (
              <li key={action.id} className="flex flex-col gap-1 text-sm not-last:pb-3">
                <ActionState action={action} />
                <By action={action} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function By({ action: { by, decidedBy, createdAt, ticketId } }: { action: OrderAction }) {
  return (
    <p className="text-soft text-xs">
      <bdi>{by.name}</bdi>, {formatDateTime(createdAt)}
      {decidedBy !== null && (
        <>
          {" · decided by "}
          <bdi>{decidedBy.name}</bdi>
        </>
      )}
      {ticketId !== null && (
        <>
          {" · "}
          <TicketLink ticketId={ticketId} className="text-accent underline underline-offset-3">
            the ticket
          </TicketLink>
        </>
      )}
    </p>
  );
}
