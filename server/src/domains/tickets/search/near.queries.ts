import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/compose.ts";

/** A typed word, folded, and those of the tenant's tickets that are spelled nearly so; none where one begins like it. */
export type NearWords = { folded: string; near: string[] };

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
