import type { TicketDetail } from "@deskhand/contract/tickets";
import { Check } from "lucide-react";
import { isArchived } from "../../entities/ticket/is-archived.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { orderTitle } from "./order-title.ts";
import { useOrderNumber } from "./use-order-number.ts";
import { ordersToChoose, useTicketTracking } from "./use-ticket-tracking.ts";

interface OrderChoiceProps {
  ticket: Pick<TicketDetail, "id" | "status">;
  /** The order of this name is the ticket's from now on. */
  onChosen?: (name: string) => void;
}

/** Offers each order that a ticket is probably about, to make it the ticket's by one click; nothing where that is settled. */
export function OrderChoice({ ticket: { id, status }, onChosen }: OrderChoiceProps) {
  const { can } = useSession();
  const { data } = useTicketTracking(id);
  const number = useOrderNumber(id);
  const isEditable = !isArchived(status) && can("tickets:update");
  const orders = data === undefined || !isEditable ? [] : ordersToChoose(data);
  if (orders.length === 0) return null;
  return (
    <>
      {orders.map(({ id: orderId, name }) => (
        <Button
          key={orderId}
          size="sm"
          icon={<Check size={13} aria-hidden />}
          disabled={number.isLooking}
          onClick={() => number.save({ orderNumber: name, expected: null }, { onSuccess: () => onChosen?.(name) })}
        >
          <span>
            Use <bdi>{orderTitle(name)}</bdi>
          </span>
        </Button>
      ))}
      {number.failure !== null && (
        <span role="alert" className="text-red text-xs">
          {number.failure}
        </span>
      )}
    </>
  );
}
