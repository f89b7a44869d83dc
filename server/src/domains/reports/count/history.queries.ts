import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
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
type SaidMessage = { at: string; isFromCustomer: boolean; isToCustomer: boolean; person: string | null };

/** All that the facts of a ticket are computed from. */
export type TicketHistory = {
  id: string;
  status: TicketStatus;
  /** Whether it is the rest of a ticket that was merged into another one. */
  isShell: boolean;
  createdAt: string;
  /** When all of this was so, by the database's clock: a target is breached once that shows it. */
  readAt: string;
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
  /** What rules, checks, actions on orders and ratings did. */
  works: { kind: WorkKind; at: string; person: string }[] | null;
};
export type WorkKind =
  | ("ruleSteps" | "ruleReplies" | "checksTaken" | "checksIgnored" | "refunds")
  | ("ratedGood" | "ratedOkay" | "ratedBad");

/** Who took a step `a` of the trail: a person, somebody who left, or a rule; empty for nobody. */
const actor = sql`coalesce(a.actor_id::text, case when a.details ->> 'actedBy' is null then 'left:' when a.details ->> 'actedBy' = 'rule' then 'rule:' end
  || left(nullif(a.details ->> 'author', ''), 100), '')`;

const historyStatement = statement<{ ids: readonly string[] }, TicketHistory>(
  new URL("./history.sql", import.meta.url),
  {
    actor,
  },
);

/** What is known of tickets for their facts; those that were deleted are left out. */
export async function selectHistories(tx: TenantTx, ids: readonly string[]): Promise<TicketHistory[]> {
  return (await tx.executeQuery(historyStatement({ ids }))).rows;
}
