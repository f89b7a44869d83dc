import { limits } from "@deskhand/contract/limits";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { CircleCheck } from "lucide-react";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says for a moment that a reply was sent, where its ticket may be closed by now. */
export function showReplySent(ticketNumber: number): void {
  const id = "reply-sent";
  showToast({
    ...{ id, title: "Reply sent successfully!", message: ticketLabel(ticketNumber), stays: true },
    icon: <CircleCheck size={16} aria-hidden className="text-green" />,
  });
  clearTimeout(timer);
  timer = setTimeout(() => closeToast(id), limits.successMessageMs);
}
