import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import type { RuleTrigger } from "@deskhand/contract/admin/rule-parts";
import type { ActivityKind } from "@deskhand/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { givenRows } from "../../platform/db/given-rows.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** A step of a ticket's trail as it was recorded. `messageId` is the message that it is about; for a new ticket, the first one. */
export type PastStep = {
  id: string;
  ticketId: string;
  kind: ActivityKind;
  details: Record<string, unknown>;
  messageId: string | null;
  at: string;
  /** The same for the steps of one transaction; after a restored backup for all, so that their times have to be compared as well. */
  transaction: string;
};

/** When clocks of targets became at risk or breached, by their tickets: those that still are; none for another trigger. */
export async function selectClockTimes(tx: TenantTx, trigger: RuleTrigger): Promise<Map<string, string[]>> {
  const times = { target_at_risk: "risk_at", target_breached: "due_at" } as const;
  const column = trigger === "target_at_risk" || trigger === "target_breached" ? times[trigger] : null;
  if (column === null) return new Map();
  const rows = await tx
    .selectFrom("ticket_clocks")
    .select(["ticket_id as ticketId", `${column} as at`])
    .where(column, "<=", sql<string>`now()`)
    .$narrowType<{ at: string }>()
    .execute();
  return new Map([...Map.groupBy(rows, ({ ticketId }) => ticketId)].map(([id, of]) => [id, of.map(({ at }) => at)]));
}

const ofFirstMessage = (column: RawBuilder<unknown>) => sql`(select ${column} from ticket_messages m
  where m.client_id = a.client_id and m.ticket_id = a.ticket_id order by m.created_at, m.id limit 1)`;

/**
 * Selects the trails of the newest tickets, the newest ticket first, each from its first step on. Merged and imported tickets are
 * left out, as they have no trail of their own.
 */
export async function selectTrails(tx: TenantTx): Promise<PastStep[][]> {
  const rows = await tx
    .with("newest", (db) =>
      db
        .selectFrom("support_tickets")
        .select(["id", "created_at"])
        .where("merged_into_id", "is", null)
        .where("source", "!=", "import")
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(ruleLimits.ruleTickets),
    )
    .selectFrom("newest as n")
    .innerJoin("ticket_activities as a", "a.ticket_id", "n.id")
    .select(["a.id", "a.ticket_id as ticketId", "a.kind", "a.created_at as at"])
    // The step of a new ticket is stored without whose message began it, which starts clocks.
    .select(
      sql<PastStep["details"]>`case when a.kind = 'created' then
        a.details || jsonb_build_object('isFromCustomer', ${ofFirstMessage(sql`m.is_from_customer`)}) else a.details end`.as(
        "details",
      ),
    )
    .select(sql<string>`a.xmin::text`.as("transaction"))
    .select(
      sql<
        string | null
      >`case when a.kind = 'created' then ${ofFirstMessage(sql`m.id`)}::text else a.details ->> 'messageId' end`.as(
        "messageId",
      ),
    )
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .orderBy("a.created_at")
    .orderBy("a.id")
    .$castTo<PastStep>()
    .execute();
  return [...Map.groupBy(rows, ({ ticketId }) => ticketId).values()];
}

/** The newest message of a customer's side on each ticket at a time, by the place of what is asked: the one that a reply by itself answers. */
export async function selectAnswered(
  tx: TenantTx,
  asked: readonly { ticketId: string; at: string }[],
): Promise<(string | null)[]> {
  const rows = asked.map(({ ticketId, at }, place) => ({ place, ticket_id: ticketId, taken_at: at }));
  const found = await tx
    .selectFrom(givenRows({ place: "int", ticket_id: "uuid", taken_at: "timestamptz" }, rows))
    .select(sql<number>`given.place`.as("place"))
    .select(
      sql<
        string | null
      >`(select m.id from ticket_messages m where m.ticket_id = given.ticket_id and m.message_type = 'email'
        and m.is_from_customer and not m.is_automatic and m.created_at <= given.taken_at
        order by m.created_at desc, m.id desc limit 1)`.as("id"),
    )
    .execute();
  const byPlace = new Map(found.map(({ place, id }) => [place, id]));
  return asked.map((_, place) => byPlace.get(place) ?? null);
}
