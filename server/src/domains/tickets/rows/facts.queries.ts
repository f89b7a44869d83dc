import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { factColumns, factRows, type TicketFact, type TicketTraits } from "./ticket-facts.ts";

const names = Object.keys(factColumns) as (keyof typeof factColumns)[];

/** Gives tickets these facts and no others, and these traits; a ticket without traits is gone, and so are its facts. */
export async function setFacts(
  tx: TenantTx,
  ticketIds: readonly string[],
  facts: readonly TicketFact[],
  traits: readonly TicketTraits[],
): Promise<void> {
  const given = givenRows(factColumns, factRows(facts));
  const ids = sql<string>`any(${ticketIds}::uuid[])`;
  await tx
    .with("gone", (db) =>
      db
        .deleteFrom("ticket_facts as f")
        .where("f.ticket_id", "=", ids)
        .where(
          sql<boolean>`not exists (select from ${given} where given.ticket_id = f.ticket_id and given.kind = f.kind and given.n = f.n)`,
        ),
    )
    .insertInto("ticket_facts")
    .columns(names)
    .expression((eb) => eb.selectFrom(given).select(names.map((name) => sql.ref<never>(`given.${name}`).as(name))))
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "ticket_id", "kind", "n"])
        .doUpdateSet((eb) => Object.fromEntries(names.map((name) => [name, eb.ref(`excluded.${name}`)])))
        .where(
          sql<boolean>`(ticket_facts.at, ticket_facts.until, ticket_facts.person, ticket_facts.seconds, ticket_facts.working)
            is distinct from (excluded.at, excluded.until, excluded.person, excluded.seconds, excluded.working)`,
        ),
    )
    .execute();
  const rows = traits.map(({ ticketId, traits: of }) => ({ ticket_id: ticketId, traits: of }));
  const givenTraits = givenRows({ ticket_id: "uuid", traits: "text[]" } as const, rows);
  await tx
    .with("gone", (db) =>
      db
        .deleteFrom("ticket_traits as x")
        .where("x.ticket_id", "=", ids)
        .where(sql<boolean>`not exists (select from ${givenTraits} where given.ticket_id = x.ticket_id)`),
    )
    .insertInto("ticket_traits")
    .columns(["ticket_id", "traits"])
    .expression((eb) =>
      eb
        .selectFrom(givenTraits)
        .select([sql<string>`given.ticket_id`.as("ticket_id"), sql<string[]>`given.traits`.as("traits")]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "ticket_id"])
        .doUpdateSet((eb) => ({ traits: eb.ref("excluded.traits") }))
        .where(sql<boolean>`ticket_traits.traits <> excluded.traits`),
    )
    .execute();
}

/**
 * Takes up to `most` notes of tickets whose facts may be others, and returns these tickets in the order of their ids. A note about a person
 * becomes notes about their tickets, which further calls take.
 */
export async function takeWaitingFacts(tx: TenantTx, most: number): Promise<{ ids: string[]; notes: number }> {
  const notes = await tx
    .with(
      (cte) => cte("some").materialized(),
      (db) => db.selectFrom("facts_waiting").select("id").orderBy("id").limit(most),
    )
    .deleteFrom("facts_waiting as w")
    .using("some")
    .whereRef("w.id", "=", "some.id")
    .returning(["w.ticket_id as ticketId", "w.person_id as personId"])
    .execute();
  const people = notes.flatMap(({ personId }) => personId ?? []);
  if (people.length > 0) await noteTicketsOf(tx, people);
  return { ids: [...new Set(notes.flatMap(({ ticketId }) => ticketId ?? []))].sort(), notes: notes.length };
}

async function noteTicketsOf(tx: TenantTx, people: readonly string[]): Promise<void> {
  await tx
    .insertInto("facts_waiting")
    .columns(["ticket_id"])
    .expression((eb) =>
      eb
        .selectFrom("ticket_facts")
        .select("ticket_id")
        .distinct()
        .where("person", "=", sql<string>`any(${people}::text[])`),
    )
    .execute();
}

/** Forgets the facts of all tickets, to be computed anew. */
export async function forgetFacts(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("ticket_facts").execute();
  await tx.deleteFrom("ticket_traits").execute();
}

/** Notes that the facts of all tickets of a person may be others. */
export async function notePersonForFacts(tx: TenantTx, personId: string): Promise<void> {
  await tx.insertInto("facts_waiting").values({ person_id: personId }).execute();
}
