import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import { statement } from "../../../platform/db/statement.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { factRows, type TicketFact, type TicketTraits } from "../../tickets/index.ts";

type Given = { ids: readonly string[]; facts: string; traits: string; timeZone: string };
type SumKey = { kind: string; trait: string; span: string; since: string };
const addToSums = statement<Given, SumKey>(new URL("./add-to-sums.sql", import.meta.url));

/** Brings the sums in line with the facts and traits that tickets are about to get. */
export async function changeSums(
  tx: TenantTx,
  ids: readonly string[],
  facts: readonly TicketFact[],
  traits: readonly TicketTraits[],
  timeZone: string,
): Promise<void> {
  const rows = traits.map(({ ticketId, traits: of }) => ({ ticket_id: ticketId, traits: of }));
  const given = { ids, facts: JSON.stringify(factRows(facts)), traits: JSON.stringify(rows), timeZone };
  const empty = (await tx.executeQuery(addToSums(given))).rows;
  if (empty.length > 0) await deleteEmpty(tx, empty);
}

/** Deletes sums that are 0, so that nothing is left of a tag that no ticket has. */
async function deleteEmpty(tx: TenantTx, keys: readonly SumKey[]): Promise<void> {
  const columns = { kind: "text", trait: "text", span: "text", since: "date" } as const;
  const given = givenRows(columns, keys);
  await tx
    .deleteFrom("figure_spans as s")
    .using(given)
    .where(sql<boolean>`(s.kind, s.trait, s.span, s.since) = (given.kind, given.trait, given.span, given.since)`)
    .execute();
}

/** How far a store is counted: by which clocks, and after which ticket the older ones are still to be counted; null once all are. */
export type CountingState = { timeZone: string; storeZone: string; filledTo: string | null };

const beforeAll = "00000000-0000-0000-0000-000000000000";

/** The state of a store's counting, begun where it was not yet. Held until the transaction ends. */
export async function lockState(tx: TenantTx): Promise<CountingState> {
  await tx
    .insertInto("figure_states")
    .columns(["time_zone", "filled_to"])
    .expression((eb) =>
      eb
        .selectFrom("clients")
        .where("id", "=", tx.tenantId)
        .select(["time_zone", sql<string>`${beforeAll}::uuid`.as("filled_to")]),
    )
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .execute();
  return tx
    .selectFrom("figure_states as s")
    .innerJoin("clients as c", "c.id", "s.client_id")
    .select(["s.time_zone as timeZone", "c.time_zone as storeZone", "s.filled_to as filledTo"])
    .forUpdate("s")
    .executeTakeFirstOrThrow();
}

/** Notes how far a store is counted; null for all of it. */
export async function saveFilled(tx: TenantTx, filledTo: string | null): Promise<void> {
  await tx.updateTable("figure_states").set({ filled_to: filledTo }).execute();
}

/** The next tickets after one, in the order of their ids. */
export async function selectTicketsAfter(tx: TenantTx, after: string, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("support_tickets")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Forgets all sums of a store, as its clocks are others now: all of its tickets are counted anew. */
export async function forgetSums(tx: TenantTx, timeZone: string): Promise<void> {
  await tx.deleteFrom("figure_spans").execute();
  await tx.deleteFrom("figure_hours").execute();
  await tx.updateTable("figure_states").set({ time_zone: timeZone, filled_to: beforeAll }).execute();
}
