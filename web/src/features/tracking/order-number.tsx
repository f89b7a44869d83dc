import { limits } from "@deskhand/contract/limits";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketTracking } from "@deskhand/contract/tracking";
import type { LookFault } from "@deskhand/contract/vocabulary";
import { Pencil, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Input } from "../../ui/form/input.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import { CertaintyBadge, foundBecause, OwnerBadge, unknownOrders } from "./certainty-badge.tsx";
import { OrderChoice, type useOrderNumber } from "./order-choice.tsx";
import { orderOf, orderTitle } from "./use-ticket-tracking.ts";

interface OrderNumberProps {
  ticket: Pick<TicketDetail, "id" | "status">;
  tracking: TicketTracking;
  number: ReturnType<typeof useOrderNumber>;
  isEditable: boolean;
  mayLook: boolean;
}

const storeFaultWords: Record<LookFault, string> = {
  revoked: "The store no longer accepts the connection: an admin has to connect it again.",
  throttled: "The store has had too many requests just now.",
  unreachable: "The store could not be reached just now.",
  refused: "The store refused to say where this order is.",
  unreadable: "The store sent an answer that could not be understood.",
  not_shown: "The store does not show this order: it was deleted there, or is too old to be shown to Deskhand.",
};

/** The ticket's order and who chose it; it can be changed and looked up again. */
export function OrderNumber({ ticket, tracking, number, isEditable, mayLook }: OrderNumberProps) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const { saved } = tracking;
  const match = orderOf(tracking);
  const name = saved?.orderNumber ?? match?.order.name;

  function stopEditing() {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  }

  return (
    <Card title="Order Information">
      {number.failure !== null && (
        <Banner kind="error" onDismiss={number.dismiss} className="mb-3">
          {number.failure}
        </Banner>
      )}
      {number.storeFault !== null && (
        <Banner kind="warning" className="mb-3">
          {storeFaultWords[number.storeFault]} What is shown is as it was read last.
        </Banner>
      )}
      {saved !== null && match === null && number.failure === null && !isEditing && (
        <p className="mb-2 text-sm text-soft">{unknownOrders([saved.orderNumber], tracking)}</p>
      )}
      {isEditing ? (
        <NumberForm tracking={tracking} number={number} onDone={stopEditing} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            {name === undefined ? (
              <span className="text-soft">No order number set</span>
            ) : (
              <bdi className="font-semibold break-anywhere tabular">{orderTitle(name)}</bdi>
            )}
            {name !== undefined && match !== null && !isSameTitle(name, match.order.name) && (
              <span className="text-sm">
                taken for order{" "}
                <bdi className="font-semibold break-anywhere tabular">{orderTitle(match.order.name)}</bdi>
              </span>
            )}
            {saved !== null && (
              <span className="text-soft text-xs">
                set by <bdi>{saved.savedByName}</bdi> <RelativeTime at={saved.savedAt} smallest="minute" />
              </span>
            )}
            {match?.certainty === "saved" && <OwnerBadge doubt={match.doubt} />}
            {match !== null && match.certainty !== "saved" && (
              <>
                <CertaintyBadge found={match} notFound={tracking.notFound} />
                <span className="text-soft text-xs">{foundBecause(match, tracking.notFound)}</span>
              </>
            )}
          </p>
          <OrderChoice ticket={ticket} />
          {isEditable && (
            <Button ref={editButton} size="sm" icon={<Pencil size={13} aria-hidden />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          {mayLook && name !== undefined && (
            <Button
              size="sm"
              icon={<RefreshCw size={13} aria-hidden />}
              busy={number.isLooking}
              busyText="Refreshing..."
              onClick={() => number.look(name)}
            >
              Refresh Tracking
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function isSameTitle(typed: string, name: string): boolean {
  const [one, other] = [typed, name].map((text) => orderTitle(text).replace(/\s/g, "").toLowerCase());
  return one === other;
}

interface NumberFormProps extends Pick<OrderNumberProps, "tracking" | "number"> {
  onDone: () => void;
}

function NumberForm({ tracking: { saved }, number, onDone }: NumberFormProps) {
  // The value when editing began, so that a colleague's change is not overwritten.
  const [expected] = useState(saved?.orderNumber ?? null);
  const [text, setText] = useState(expected ?? "");
  const field = useRef<HTMLInputElement>(null);
  const isBlank = text.trim() === "";
  useEffect(() => field.current?.select(), []);

  function save() {
    if (isBlank || number.isLooking) return;
    number.save({ orderNumber: text, expected }, { onSuccess: onDone });
  }

  return (
    <form
      aria-label="Order number"
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Escape closes the form; the dialog stays open.
        event.preventDefault();
        event.stopPropagation();
        onDone();
      }}
    >
      <Input
        ref={field}
        aria-label="Order number"
        placeholder="Enter order number (e.g., ORD-12345)"
        autoComplete="off"
        dir="auto"
        maxLength={limits.orderNumberLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-40 flex-1"
      />
      <Button type="submit" variant="primary" disabled={isBlank} busy={number.isLooking} busyText="Saving...">
        Save
      </Button>
      <Button onClick={onDone}>Cancel</Button>
      {expected !== null && (
        <Button
          variant="ghost"
          disabled={number.isLooking}
          onClick={() => number.save({ orderNumber: null, expected }, { onSuccess: onDone })}
        >
          Remove
        </Button>
      )}
    </form>
  );
}
