import { endOfBent } from "./is-run-or-measure.ts";
import { isHebrewPrefix, isPreposition } from "./order-words.ts";
import type { WrittenNumber } from "./read-number.ts";
import type { Token } from "./read-tokens.ts";

/** Whether something is said to be in a number, from it or about it: "in 1042", "ב-1042", "1042-ben", "1042'de". */
export function standsWithin(tokens: readonly Token[], { first, last }: WrittenNumber): boolean {
  if (endOfBent(tokens, last) > last) return true;
  const [before, beyond] = [tokens[first - 1], tokens[first - 2]];
  if (tokens[first]?.gap === "\n" || !before) return false;
  if (before.text === "-") return before.gap === "" && beyond !== undefined && isHebrewPrefix(beyond.text);
  return isPreposition(before.text);
}
