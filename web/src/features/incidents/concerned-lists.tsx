import type { Concerned, Incident, IncidentTicket } from "@deskhand/contract/desk/incidents";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { StatusPill, subjectOnCard } from "../../entities/ticket/ticket-pills.tsx";
import { api } from "../../lib/api.ts";
import { counted, formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import type { useChosen } from "./use-chosen.ts";

type Chosen = ReturnType<typeof useChosen>;
/** Null for people who may not answer. */
type MayChoose = { chosen: Chosen | null };

const listClass = "flex flex-col overflow-hidden rounded-panel border border-line bg-panel";
const rowClass =
  "flex items-start gap-x-3 border-line border-t px-3.5 py-2.5 first:border-t-0 has-[:focus-visible]:bg-hover/40";
const linkClass = "rounded-tag font-medium hover:underline break-anywhere";

/** Chooses all, or none. */
export function ChooseAll({ chosen, count, what }: { chosen: Chosen; count: number; what: string }) {
  if (count === 0) return null;
  return (
    <Checkbox
      label={`${chosen.chosen.length.toLocaleString("en-US")} of ${counted(count, what)} chosen`}
      className="mb-2 text-sm"
      checked={chosen.chosen.length === count}
      onChange={chosen.toggleAll}
    />
  );
}

/** The box of a row, with room for a finger around it. */
function RowTick(props: { label: string; isOff: boolean; isChosen: boolean; onToggle: () => void }) {
  const { label, isOff, isChosen, onToggle } = props;
  return (
    <label className="-mx-3 -mt-2 -mb-3 shrink-0 cursor-pointer p-3">
      <input
        type="checkbox"
        aria-label={label}
        className="tick block cursor-pointer"
        disabled={isOff}
        checked={isChosen}
        onChange={onToggle}
      />
    </label>
  );
}

/** The tickets of an incident; those that are not archived can be chosen for an answer. */
export function TicketList({
  incident,
  chosen,
}: { incident: Incident & { ticketList: IncidentTicket[] } } & MayChoose) {
  const { can } = useSession();
  const cache = useQueryClient();
  const remove = useMutation({
    ...failsOffline,
    mutationFn: (ticketId: string) => api.incidents.removeTicket.call({ id: incident.id, ticketId }),
    onSettled: () => cache.invalidateQueries({ queryKey: api.incidents.key() }),
  });
  const { ticketList } = incident;
  if (ticketList.length === 0)
    return <p className="text-soft">No ticket belongs to it yet. Add some by their numbers.</p>;
  return (
    <>
      {chosen && (
        <ChooseAll chosen={chosen} count={ticketList.filter((one) => !one.isArchived).length} what="open ticket" />
      )}
      <FailureBanner error={remove.error} title="The ticket was not taken off" onDismiss={remove.reset} />
      <ul aria-label="Tickets" className={listClass}>
        {ticketList.map((ticket) => (
          <li key={ticket.id} className={rowClass}>
            {chosen && (
              <RowTick
                label={`Answer ticket ${ticketDigits(ticket.ticketNumber)}`}
                isOff={ticket.isArchived}
                isChosen={!ticket.isArchived && chosen.has(ticket.id)}
                onToggle={() => chosen.toggle(ticket.id)}
              />
            )}
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <TicketLink ticketId={ticket.id} className={linkClass}>
                  <span className="tabular">{ticketDigits(ticket.ticketNumber)}</span>{" "}
                  <bdi>{subjectOnCard(ticket.subject)}</bdi>
                </TicketLink>
                <StatusPill status={ticket.status} />
              </p>
              <p className="text-sm text-soft break-anywhere">
                <bdi>{ticket.customerName ?? "No customer"}</bdi> · {formatDateTime(ticket.createdAt)}
                {ticket.orderName !== null && ` · ${ticket.orderName}`}
                {ticket.joinedBy !== null && ` · added by ${ticket.joinedBy}`}
              </p>
            </div>
            {can("incidents:change") && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Take Off ticket ${ticketDigits(ticket.ticketNumber)}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(ticket.id)}
              >
                Take Off
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ConcernedListProps extends MayChoose {
  concerned: { items: Concerned[]; isKnowable: boolean; isCut: boolean };
}

/** Orders whose customers are concerned and have not written. */
export function ConcernedList({ concerned: { items, isKnowable, isCut }, chosen }: ConcernedListProps) {
  if (!isKnowable) return <p className="text-soft">The store's orders cannot say who else is concerned.</p>;
  if (items.length === 0) return <p className="text-soft">No other order of the store fits.</p>;
  const writable = items.filter(({ email }) => email !== null).length;
  return (
    <>
      <p className="mb-2 text-sm text-soft">
        By the store's orders. Whoever is chosen gets the answer as the first message of a new ticket.
        {isCut && " Only the 500 newest are shown."}
      </p>
      {chosen && <ChooseAll chosen={chosen} count={writable} what="customer" />}
      <ul aria-label="Concerned, and have not written" className={listClass}>
        {items.map((one) => (
          <OrderRow key={one.orderId} order={one} chosen={chosen} />
        ))}
      </ul>
    </>
  );
}

/** An order with whose it is and why it is listed. */
export function OrderRow({ order, chosen }: { order: Concerned } & MayChoose) {
  const { orderId, orderName, customerName, email, reason } = order;
  return (
    <li className={rowClass}>
      {chosen && (
        <RowTick
          label={`Write to the customer of ${orderName}`}
          isOff={email === null}
          isChosen={email !== null && chosen.has(orderId)}
          onToggle={() => chosen.toggle(orderId)}
        />
      )}
      <div className="min-w-0 flex-1">
        <p>
          <OrderLink orderId={orderId} className={linkClass}>
            <bdi>{orderName}</bdi>
          </OrderLink>{" "}
          <bdi className="text-soft break-anywhere">{customerName ?? email ?? "Unknown customer"}</bdi>
        </p>
        <p className="text-sm text-soft break-anywhere">
          {reason}
          {email === null && " · no e-mail address"}
        </p>
      </div>
    </li>
  );
}
