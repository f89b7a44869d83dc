import { limits } from "@deskhand/contract/limits";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { sharedValue } from "../../../ui/shared-value.ts";

const TOAST = "reply-sent";
const sent = sharedValue<number | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** The number of the ticket to which a reply was sent a moment ago; null for none. */
export const useReplySent = sent.use;

/** Says for a moment that a reply was sent, where its ticket may be closed by now. */
export function tellReplySent(ticketNumber: number): void {
  sent.set(ticketNumber);
  clearTimeout(timer);
  timer = setTimeout(() => sent.set(null), limits.successMessageMs);
}

/** Says it by a toast. */
export function ReplySentToast() {
  const ticketNumber = useReplySent();
  useEffect(() => {
    if (ticketNumber === null) return;
    showToast({
      ...{ id: TOAST, title: "Reply sent successfully!", message: ticketLabel(ticketNumber), stays: true },
      icon: <CircleCheck size={16} aria-hidden className="text-green" />,
    });
    return () => closeToast(TOAST);
  }, [ticketNumber]);
  return null;
}
