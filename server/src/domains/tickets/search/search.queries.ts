import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A typed word, folded, and similarly spelled words of the tenant's tickets; none if one begins like it. */
type NearWords = { folded: string; near: string[] };

export function nearWordsQuery(words: readonly string[]): CompiledQuery<NearWords> {
  return compose
    .selectFrom(sql<NearWords>`near_words(${words}::text[])`.as<"n">(sql`n (folded, near)`))
    .select(["folded", "near"])
    .compile();
}

/** Asks whether a search finds any ticket in any view. */
export function isAnythingFoundQuery(wanted: string): CompiledQuery<{ isFound: boolean }> {
  return compose.selectNoFrom(sql<boolean>`finds_anything(${wanted})`.as("isFound")).compile();
}

/** Rebuilds up to `most` waiting search documents, newest first, and returns how many it took. */
export async function foldSearch(tx: TenantTx, most: number): Promise<number> {
  const { rows } = await tx.selectNoFrom(sql<number>`fold_search(${most})`.as("rows")).executeTakeFirstOrThrow();
  return rows;
}
