import type { TicketStatus } from "@deskhand/contract/vocabulary";
import type { ComponentType } from "react";

/** What other features show in the palette. */
export interface SearchSlots {
  StatusPill: ComponentType<{ status: TicketStatus }>;
}
