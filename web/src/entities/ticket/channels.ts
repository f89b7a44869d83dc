import type { ChannelName, DeliveryState } from "@deskhand/contract/vocabulary";
import type { LucideIcon } from "lucide-react";

/** How a channel is shown, and what one who answers by it is asked. */
export interface ChannelLook {
  label: string;
  /** Marks what came by it; absent for the way by which nearly everything comes. */
  Mark?: LucideIcon;
  /** How far a message of the store is, in words. */
  delivery: Record<DeliveryState, string>;
  /** Who has an answer, where nobody is chosen; null where those it goes to have to be. */
  answers: string | null;
  /** Whether an answer can be seen as it would leave. */
  hasPreview: boolean;
}

/** Each channel; thread, list and composer ask here, and the compiler asks for a new one. */
export const channels: Record<ChannelName, ChannelLook> = {
  email: {
    label: "Email",
    delivery: { sending: "Sending", sent: "Sent", failed: "Failed" },
    answers: null,
    hasPreview: true,
  },
};
