import type { ChannelName, DeliveryState } from "@deskhand/contract/vocabulary";
import type { LucideIcon } from "lucide-react";

/** How a channel is shown, and what its replies need. */
export interface ChannelLook {
  label: string;
  /** The icon on its messages; absent for the usual channel. */
  Mark?: LucideIcon;
  /** The labels of the delivery states of a message of the store. */
  delivery: Record<DeliveryState, string>;
  /** Who gets a reply, if the channel chooses; null if the user chooses the recipients. */
  answers: string | null;
  /** Whether a reply can be previewed. */
  hasPreview: boolean;
}

/** All channels, for thread, list and composer; the compiler refuses a missing one. */
export const channels: Record<ChannelName, ChannelLook> = {
  email: {
    label: "Email",
    delivery: { sending: "Sending", sent: "Sent", failed: "Failed" },
    answers: null,
    hasPreview: true,
  },
};
