import { readSearch } from "@deskhand/contract/search/grammar";
import type { Read } from "../../../platform/db/tenant.ts";
import { likest } from "./likest.ts";
import { nearWordsQuery } from "./near.queries.ts";

/**
 * A search that finds nothing, with the words that no ticket has in the spelling that tickets have: null where there is none that is near.
 * Words alone: phrases and filters say exactly what they mean.
 */
export async function correctSearch(read: Read, typed: string): Promise<string | null> {
  const words = readSearch(typed).words.filter((word) => /^\p{L}{4,30}$/u.test(word));
  if (words.length === 0) return null;
  const found = await read(nearWordsQuery(words));
  let corrected = typed;
  for (const [place, word] of words.entries()) {
    const { folded, near } = found[place] ?? { folded: "", near: [] };
    const better = likest(folded, near);
    if (better !== null) corrected = corrected.replace(word, () => better);
  }
  return corrected === typed ? null : corrected;
}
