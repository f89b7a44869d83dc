import { distant } from "./distant.ts";
import { eastern } from "./eastern.ts";
import { western } from "./western.ts";

/** What a mail that asks for a rating and its page say. The names of the scores go from the worst to the best. */
export type RatingWords = {
  /** The language's own name. */
  language: string;
  isRightToLeft?: true;
  resolved: string;
  question: string;
  names: readonly [string, string, string, string, string];
  comment: string;
  send: string;
  thanks: string;
  change: string;
  review: string;
  ended: string;
  reply: string;
  choose: string;
};

const ratingWords: Readonly<Record<string, RatingWords>> = { ...western, ...eastern, ...distant };

/** The languages that customers are asked in, by their codes. */
export const ratingLanguages = Object.keys(ratingWords);

/** The words of a language; English for any other. */
export function wordsIn(language: string): RatingWords {
  return ratingWords[language] ?? western.en;
}

/** The first language that a browser wants and that there are words of (RFC 9110, section 12.5.4); English where there is none. */
export function wantedLanguage(acceptLanguage: string | undefined): string {
  for (const wanted of (acceptLanguage ?? "").slice(0, 500).toLowerCase().split(",")) {
    const tag = wanted.split(";")[0]?.trim() ?? "";
    const [first = ""] = tag.split("-");
    if (/^zh-(?:hant|tw|hk|mo)/.test(tag)) return "zh-Hant";
    const code = first === "no" || first === "nn" ? "nb" : first;
    if (Object.hasOwn(ratingWords, code)) return code;
  }
  return "en";
}
