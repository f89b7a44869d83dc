/** What two words are that one is short for; the words beside it are judged by the nearer one. */
const contractions: readonly (readonly [RegExp, string])[] = [
  [/n't$/, " not"],
  [/'re$/, " are"],
  [/'ve$/, " have"],
  [/'ll$/, " will"],
  [/'m$/, " am"],
  [/'d$/, " would"],
  [/(?<=^(?:it|that|there|here|he|she|what|who|where|how))'s$/, " is"],
];

/** A word in lower case, or the words that it is short for: "it's" is "it" and "is". */
export function wordsIn(written: string): string[] {
  const word = written.toLowerCase().replace("’", "'");
  if (word === "can't" || word === "cannot") return ["can", "not"];
  if (word === "won't") return ["will", "not"];
  const [ending, full = ""] = contractions.find(([pattern]) => pattern.test(word)) ?? [];
  return ending ? word.replace(ending, full).split(" ") : [word];
}

/** The words right before and after a place in a text; null where there is none, or a sign stands between. */
export type Neighbours = { before: string | null; after: string | null };

/** The words beside a place in a text, with nothing but a blank between. */
export function neighboursOf(text: string, start: number, end: number): Neighbours {
  const [, before] = /([A-Za-z][A-Za-z'’]*)[ \t]+$/.exec(text.slice(Math.max(0, start - 40), start)) ?? [];
  const [, after] = /^[ \t]+([A-Za-z][A-Za-z'’]*)/.exec(text.slice(end, end + 40)) ?? [];
  return { before: (before && wordsIn(before).at(-1)) ?? null, after: (after && wordsIn(after)[0]) ?? null };
}
