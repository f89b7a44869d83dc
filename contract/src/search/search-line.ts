import { limits } from "../limits.ts";
import { foldLetters, searchForms } from "./fold.ts";

/** All characters that are neither letters nor blanks, listed for the database too, whose versions differ in what a letter is. */
const signs =
  "!-/:-@\\[-`{-~\\u00a1-\\u00bf\\u060c\\u061b\\u061f\\u2010-\\u2027\\u2030-\\u205e\\u3001-\\u3003\\u3008-\\u3011\\u3014-\\u301f";
const beforeWord = new RegExp(`([${signs}])(?=[^ ${signs}])`, "gu");
const few = new RegExp(`^[^ ${signs}]{1,2}$`, "u");
/** Letters of scripts without spaces: Chinese, Japanese, Korean. */
const unspaced = /([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff])/g;
/** More words than anybody types. */
const most = 12;

/** Puts a space before each word, after a sign too, and before each letter of a script without spaces; unifies similar signs. */
function spaced(folded: string): string {
  return folded
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/[‐‑‒–—]/g, "-")
    .replace(/\s+/g, " ")
    .replace(beforeWord, "$1 ")
    .replace(unspaced, " $1");
}

/** Returns the line in which a text is searched: its spellings, with a space before each word. */
export function searchLine(text: string): string {
  return searchForms(text)
    .map((form) => ` ${spaced(form)}`)
    .join("");
}

/** How well a text fits: 0 it begins with what was typed, 1 each typed word begins a word of it, 2 it contains each. */
export type Fit = 0 | 1 | 2;

/**
 * Returns how well a text's line fits what was typed, null if not (docs/product.md#how-a-search-is-written): it has to contain every word,
 * in any order, unfinished or inside another word; one or two letters only at the beginning of a word. A blank search fits everything.
 */
export function fitOf(typed: string): (line: string) => Fit | null {
  const wanted = typed.slice(0, limits.searchLength).toWellFormed().trim();
  const whole = searchForms(wanted).map((form) => ` ${spaced(form)}`);
  const words = wanted
    .split(/\s+/)
    .slice(0, most)
    .map((word) => {
      // Nearly every text contains one or two letters somewhere.
      const isFew = few.test(foldLetters(word));
      const forms = searchForms(word).map(spaced).filter(Boolean);
      return {
        begun: forms.map((form) => ` ${form.trimStart()}`),
        held: forms.map((form) => (isFew ? ` ${form.trimStart()}` : form)),
      };
    })
    .filter(({ held }) => held.length > 0);
  return (line) => {
    if (whole.some((form) => line.startsWith(form))) return 0;
    if (words.every(({ begun }) => begun.some((form) => line.includes(form)))) return 1;
    return words.every(({ held }) => held.some((form) => line.includes(form))) ? 2 : null;
  };
}

/** Returns a test whether a text contains what was typed. */
export function isFoundBy(typed: string): (text: string) => boolean {
  const fit = fitOf(typed);
  return (text) => fit(searchLine(text)) !== null;
}
