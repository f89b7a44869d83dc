import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** How somebody wrote an address; `email` is the same in lower case. `isOwn`: its owner, in a mail of theirs. */
export type Spelling = { email: string; written: string; isOwn: boolean };

/**
 * Remembers how addresses are written. What an address's owner wrote last counts before what others wrote, and theirs may be the one in
 * lower case, which needs no row: so a customer without one is not spelled by others.
 */
export async function keepSpellings(tx: TenantTx, spellings: readonly Spelling[]): Promise<void> {
  if (spellings.length === 0) return;
  const given = spellingTable(spellings);
  await tx
    .with("gone", (cte) =>
      cte
        .deleteFrom("address_spellings as s")
        .using(given)
        .whereRef("s.email", "=", "given.email")
        .whereRef("given.written", "=", "given.email")
        .where("given.is_own", "=", true),
    )
    .insertInto("address_spellings")
    .columns(["email", "written", "is_own"])
    .expression((eb) =>
      eb
        .selectFrom(given)
        .selectAll()
        .whereRef("given.written", "<>", "given.email")
        .where(
          sql<boolean>`(given.is_own or customer_with(given.email) is null
            or exists (select from address_spellings s where s.email = given.email))`,
        )
        .orderBy("given.email"),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "email"])
        .doUpdateSet(({ ref }) => ({ written: ref("excluded.written"), is_own: ref("excluded.is_own") }))
        .where(
          sql<boolean>`(excluded.is_own or not address_spellings.is_own)
            and (address_spellings.written, address_spellings.is_own) is distinct from (excluded.written, excluded.is_own)`,
        ),
    )
    .execute();
}

type Row = { email: string; written: string; is_own: boolean };

/** The spellings as a table, each address once: as its owner writes it, if they are among these. */
function spellingTable(spellings: readonly Spelling[]) {
  const rows = new Map<string, Row>();
  for (const { email, written, isOwn: is_own } of spellings)
    if (is_own || !rows.has(email)) rows.set(email, { email, written, is_own });
  return sql<Row>`jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb)`.as<"given">(
    sql`given (email text, written text, is_own boolean)`,
  );
}

/** The spelling of the address in a column, if it is not the one in lower case. */
export function writtenAs(email: string): RawBuilder<string | null> {
  return sql`(select spelled.written from address_spellings spelled where spelled.email = ${sql.ref(email)})`;
}

/** Whether one of these addresses is spelled in another way than in lower case, as far as is known. */
export function isSpelled(emails: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from address_spellings where email = any(${emails}::text[]))`;
}

/** Forgets how an erased customer's addresses are written. */
export async function eraseSpellings(tx: TenantTx, customerId: string): Promise<void> {
  await tx
    .deleteFrom("address_spellings")
    .where("email", "=", sql<string>`any (addresses_of(${customerId}::uuid))`)
    .execute();
}
