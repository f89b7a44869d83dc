import type { ActivityKind, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import type { ComponentType, ReactNode } from "react";

/** What the app puts into the dashboard of other features, and its own addresses. */
export interface DashboardParts {
  /** Opens a ticket over the dashboard. */
  TicketLink: ComponentType<{ ticketId: string; className: string; children: ReactNode; dir?: "auto" }>;
  StatusPill: ComponentType<{ status: TicketStatus }>;
  PriorityPill: ComponentType<{ priority: TicketPriority }>;
  /** The words for the values of a step of some kind: "In Progress" for `in-progress`. */
  wordOf: (kind: ActivityKind) => (value: string) => string;
}
