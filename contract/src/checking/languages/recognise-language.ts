import { dutch } from "./dutch.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { italian } from "./italian.ts";
import { japanese } from "./japanese.ts";
import { polish } from "./polish.ts";
import { portuguese } from "./portuguese.ts";
import { spanish } from "./spanish.ts";
import type { Language, Words } from "./words.ts";

const languages: Readonly<Record<Language, Words>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  ja: japanese,
};

/** The words of a language. */
export const wordsOf = (language: Language): Words => languages[language];
export const allLanguages = Object.keys(languages) as Language[];

const ofJapan = /[\p{sc=Hiragana}\p{sc=Katakana}様]/u;

const enoughToTell = 3_000;

/** Recognises a text's language by its commonest words, else by its greeting; null where neither tells it. */
export function recogniseLanguage(whole: string): Language | null {
  const text = whole.slice(0, enoughToTell);
  if (ofJapan.test(text)) return "ja";
  const counted = allLanguages
    .filter((language) => language !== "ja")
    .map((language) => ({ language, count: text.match(languages[language].common)?.length ?? 0 }));
  const most = Math.max(...counted.map(({ count }) => count));
  const likely = counted.filter(({ count }) => count === most && count > 0).map(({ language }) => language);
  const greeted = likely.filter((language) => languages[language].greeting.test(text.trimStart()));
  const [only, another] = likely.length > 1 ? greeted : likely;
  return another === undefined ? (only ?? null) : null;
}
