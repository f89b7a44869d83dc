import { limits } from "@deskhand/contract/limits";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";
import { sharedValue } from "../../../ui/shared-value.ts";

const TOAST = "reply-sent";

/** A sent reply: its ticket, and the names of its recipients. */
export interface SentReply {
  ticketNumber: number;
  to: string;
}

const lastSent = sharedValue<SentReply | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** The reply sent a moment ago; null for none. */
export const useReplySent = lastSent.use;

/** Confirms briefly that a reply was sent, as its ticket may be closed by now. */
export function tellReplySent(reply: SentReply): void {
  lastSent.set(reply);
  clearTimeout(timer);
  timer = setTimeout(() => lastSent.set(null), limits.successMessageMs);
}

/** Shows it as a toast. */
export function ReplySentToast() {
  const reply = useReplySent();
  useEffect(() => {
    if (reply === null) return;
    const message = `to ${reply.to} · ${ticketLabel(reply.ticketNumber)}`;
    showToast({
      id: TOAST,
      title: "Reply sent successfully!",
      message,
      stays: true,
      icon: <CircleCheck size={16} aria-hidden className="text-green" />,
    });
    return () => closeToast(TOAST);
  }, [reply]);
  return null;
}
