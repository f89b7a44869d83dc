import type { DeliveryState } from "@deskhand/contract/vocabulary";
import { Check, CircleAlert, CirclePause, Clock } from "lucide-react";
import { formatDateTime } from "../../../../lib/format.ts";
import { cx } from "../../../../ui/cx.ts";

const marks = {
  sending: { label: "Sending", Icon: Clock, className: "text-soft" },
  sent: { label: "Sent", Icon: Check, className: "text-soft" },
  failed: { label: "Failed", Icon: CircleAlert, className: "font-medium text-red" },
} satisfies Record<DeliveryState, object>;

interface DeliveryMarkProps {
  state: DeliveryState;
  /** Until when the store's limit holds it back; null where none does. */
  heldUntil?: string | null;
}

/** How far a mail of the store is on its way. */
export function DeliveryMark({ state, heldUntil = null }: DeliveryMarkProps) {
  const { label, Icon, className } =
    heldUntil === null
      ? marks[state]
      : { label: `Held back until ${formatDateTime(heldUntil)}`, Icon: CirclePause, className: "text-amber" };
  return (
    <span className={cx("inline-flex items-center gap-1", className)}>
      <Icon size={12} aria-hidden />
      {label}
    </span>
  );
}
