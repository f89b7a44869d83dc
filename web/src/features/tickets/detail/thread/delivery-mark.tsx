import type { DeliveryState } from "@deskhand/contract/vocabulary";
import { Check, CircleAlert, Clock } from "lucide-react";
import { cx } from "../../../../ui/cx.ts";

const marks = {
  sending: { label: "Sending", Icon: Clock, className: "text-soft" },
  sent: { label: "Sent", Icon: Check, className: "text-soft" },
  failed: { label: "Failed", Icon: CircleAlert, className: "font-medium text-red" },
} satisfies Record<DeliveryState, object>;

/** How far a mail of the store is on its way. */
export function DeliveryMark({ state }: { state: DeliveryState }) {
  const { label, Icon, className } = marks[state];
  return (
    <span className={cx("inline-flex items-center gap-1", className)}>
      <Icon size={12} aria-hidden />
      {label}
    </span>
  );
}
