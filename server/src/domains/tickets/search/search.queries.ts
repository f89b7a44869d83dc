import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A typed word, folded, and those of the tenant's tickets that are spelled nearly so; none where one begins like it. */
type NearWords = { folded: string; near: string[] };

export function nearWordsQuery(words: readonly string[]): CompiledQuery<NearWords> {
  return compose
    .selectFrom(sql<NearWords>`near_words(${words}::text[])`.as<"n">(sql`n (folded, near)`))
    .select(["folded", "near"])
    .compile();
}

/** Whether a search finds a ticket at all, wherever it stands. */
export function isAnythingFoundQuery(wanted: string): CompiledQuery<{ isFound: boolean }> {
  return compose.selectNoFrom(sql<boolean>`finds_anything(${wanted})`.as("isFound")).compile();
}

/** Makes up to so many documents that wait anew, the newest first, and returns how many waited of those. */
export async function foldSearch(tx: TenantTx, most: number): Promise<number> {
  const { rows } = await tx.selectNoFrom(sql<number>`fold_search(${most})`.as("rows")).executeTakeFirstOrThrow();
  return rows;
}
