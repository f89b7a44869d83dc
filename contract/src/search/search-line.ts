import { limits } from "../limits.ts";
import { foldLetters, searchForms } from "./fold.ts";

/** All that is neither a letter nor a blank, as the database is told it: what is a letter there differs from version to version. */
const signs =
  "!-/:-@\\[-`{-~\\u00a1-\\u00bf\\u060c\\u061b\\u061f\\u2010-\\u2027\\u2030-\\u205e\\u3001-\\u3003\\u3008-\\u3011\\u3014-\\u301f";
const beforeWord = new RegExp(`([${signs}])(?=[^ ${signs}])`, "gu");
const few = new RegExp(`^[^ ${signs}]{1,2}$`, "u");
/** Letters of the scripts that are written without spaces: Chinese, Japanese, Korean. */
const unspaced = /([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff])/g;
/** More words than anybody types. */
const most = 12;

/** A folded text with a blank before each word: behind a sign, of which those that look alike are one, and before each letter of a script that has no spaces. */
function spaced(folded: string): string {
  return folded
    .replace(/[’‘ʼ`]/g, "'")
    .replace(/[‐‑‒–—]/g, "-")
    .replace(/\s+/g, " ")
    .replace(beforeWord, "$1 ")
    .replace(unspaced, " $1");
}

/** What a text is searched in: its forms, each word behind a blank. */
export function searchLine(text: string): string {
  return searchForms(text)
    .map((form) => ` ${spaced(form)}`)
    .join("");
}

/** How well a text fits what was typed: 0 it begins so, 1 each typed word begins one of its words, 2 it holds each. */
export type Fit = 0 | 1 | 2;

/**
 * How well a text's line fits what was typed, null where it does not (docs/product.md#how-a-search-is-written): every word has to be there,
 * in any order, unfinished or inside another; one or two letters where a word begins. What is blank fits everything.
 */
export function fitOf(typed: string): (line: string) => Fit | null {
  const wanted = typed.slice(0, limits.searchLength).toWellFormed().trim();
  const whole = searchForms(wanted).map((form) => ` ${spaced(form)}`);
  const words = wanted
    .split(/\s+/)
    .slice(0, most)
    .map((word) => {
      // One or two letters would be inside nearly every text.
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

/** Whether texts have what was typed. */
export function isFoundBy(typed: string): (text: string) => boolean {
  const fit = fitOf(typed);
  return (text) => fit(searchLine(text)) !== null;
}
