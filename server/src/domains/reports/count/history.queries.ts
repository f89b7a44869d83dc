import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { statement } from "../../../platform/db/statement.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A step of a ticket's trail that changed its status; a side is null where the step does not say it. */
export type StatusStep = {
  at: string;
  from: TicketStatus | null;
  to: TicketStatus | null;
  /** It was merged into another ticket, or is its own again. */
  isMerge: boolean;
  person: string;
};
/** A message that a person wrote to another one, in the order in which they came to the ticket. */
export type SaidMessage = { at: string; isFromCustomer: boolean; isToCustomer: boolean; person: string | null };

/** All that the facts of a ticket are computed from. */
export type TicketHistory = {
  id: string;
  status: TicketStatus;
  /** Whether it is the rest of a ticket that was merged into another one. */
  isShell: boolean;
  createdAt: string;
  category: string;
  tags: string[];
  teamId: string | null;
  holder: string | null;
  channel: string;
  /** Subject and first message, of which the language is told. */
  text: string;
  /** Null for none. */
  steps: StatusStep[] | null;
  messages: SaidMessage[] | null;
};

const historyStatement = statement<{ ids: readonly string[] }, TicketHistory>(
  new URL("./history.sql", import.meta.url),
);

/** What is known of tickets for their facts; those that were deleted are left out. */
export async function selectHistories(tx: TenantTx, ids: readonly string[]): Promise<TicketHistory[]> {
  return (await tx.executeQuery(historyStatement({ ids }))).rows;
}
