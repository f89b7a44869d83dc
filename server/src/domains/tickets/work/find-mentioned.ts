import { findMentions } from "@deskhand/contract/desk/find-mentions";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectNameable } from "./mentions.queries.ts";

/** Whom a note names: those who can be told, by their ids, and the names of those who cannot, as they left or have not joined. */
export type Mentioned = { told: string[]; notTold: string[] };

/**
 * Whom of the tenant's people a note of somebody's names by `@name` (docs/product.md#mentions); never its author. Of the names that
 * were chosen when it was written nobody may be there any more.
 */
export async function findMentioned(
  tx: TenantTx,
  { content, authorId }: { content: string; authorId: string | null },
  chosenNames: readonly string[] = [],
): Promise<Mentioned> {
  // Only a person tells others.
  if (authorId === null || !content.normalize("NFKC").includes("@")) return { told: [], notTold: [] };
  const nameable = await selectNameable(tx);
  const others = nameable.filter(({ id, isThere }) => isThere && id !== authorId);
  // Who is called by the first name of somebody who is gone is told, and nobody is missed.
  const isMissed = (name: string) => findMentions(`@${name}`, others).every(({ people }) => people.length !== 1);
  const chosen = chosenNames.filter(isMissed).map((name) => ({ id: "", name, isThere: false }));
  const named = findMentions(content, [...nameable, ...chosen], others).filter(({ isUnclear }) => !isUnclear);
  const told = named.flatMap(({ people }) => people.filter(({ isThere }) => isThere));
  const notTold = named.filter(({ people }) => people.every(({ isThere }) => !isThere));
  return {
    told: [...new Set(told.map(({ id }) => id))].filter((id) => id !== authorId),
    notTold: [...new Set(notTold.flatMap(({ people }) => people.slice(0, 1).map(({ name }) => name)))],
  };
}
