import { wordsOfNames } from "../protect/find-names.ts";
import type { LanguageTools, Mistake } from "./open-language-tools.ts";

// Longer ones are codes or compounds of another language, and a search for what they might be takes seconds.
const longestWord = 20;

const variants: [RegExp, string][] = [
  [/our/g, "or"],
  [/is(?=e|ing|ation|ab)/g, "iz"],
  [/ys(?=e|ing)/g, "yz"],
  [/ll(?=ed|ing|er|or|ation)/g, "l"],
  [/l(?=ment|ful|$)/g, "ll"],
  [/re(?=s?$|d$)/g, "er"],
  [/ence/g, "ense"],
  [/ogue/g, "og"],
  [/grey/g, "gray"],
  [/mme(?=s?$)/g, "m"],
  [/que(?=s?$)/g, "ck"],
  [/[ao]e/g, "e"],
  [/ewell/g, "ewel"],
];

/** Whether one word is the British way to write the other: right in the store that writes it. */
function isRegionalVariant(word: string, suggestion: string): boolean {
  const [british, american] = [word.toLowerCase(), suggestion.toLowerCase()];
  if (british === american) return false;
  return variants.some(([pattern, to]) => british.replace(pattern, to) === american);
}

/** The spelling mistakes that both checkers would correct in the same way, and that cannot well be a name. */
export function agreedSpelling(
  text: string,
  mistakes: readonly Mistake[],
  tools: Pick<LanguageTools, "suggest">,
  names: readonly string[],
): Mistake[] {
  const nameWords = wordsOfNames(names);
  return mistakes.filter(({ start, end, replacement }) => {
    const word = text.slice(start, end);
    if (!/^[a-z]{3,}$/.test(word) || !/^[A-Za-z'’]+$/.test(replacement)) return false;
    if (word.length > longestWord || nameWords.has(word) || isRegionalVariant(word, replacement)) return false;
    return isLikelySlip(word, replacement.toLowerCase()) && tools.suggest(word)[0] === replacement;
  });
}

/**
 * Whether a word is the other one with a slip of the fingers: a letter too many, too few, or at the wrong position. In short
 * words another letter makes another word, or a name that no dictionary has.
 */
function isLikelySlip(word: string, right: string): boolean {
  const apart = lettersApart(word, right);
  if (word.length >= 8) return apart <= 2;
  return apart === 0 || (apart === 1 && word.length >= (isRearranged(word, right) ? 5 : 7));
}

function isRearranged(word: string, right: string): boolean {
  return word.length !== right.length || [...word].sort().join("") === [...right].sort().join("");
}

/** How many letters have to be changed, added, left out or swapped with the next one. */
function lettersApart(from: string, to: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const ways = [
        (last?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
      ];
      if (isSwapped) ways.push((beforeLast?.[column - 2] ?? 0) + 1);
      current.push(Math.min(...ways));
    }
    [beforeLast, last] = [last, current];
  }
  return last?.[to.length] ?? 0;
}
