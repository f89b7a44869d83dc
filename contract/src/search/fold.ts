/**
 * Texts in the form that searches compare, in the browser as in the database (db/functions/platform/search-fold.sql, search-line.sql). A
 * test compares the two, so that a list searched in the browser finds the same as one searched in the database.
 */

/** Accents, vowel points and invisible characters. */
const dropped = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Letters that Unicode does not decompose, and other forms of a letter. */
const typedFor: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ĸ: "k",
  ı: "i",
  ς: "σ",
};
const spelled: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Returns a text in lower case, of one width, without accents: "Müßig" as "mussig". */
export function foldLetters(text: string): string {
  const bare = text.normalize("NFKD").replace(dropped, "").toLowerCase().normalize("NFC");
  // In lower case, İ has become an i and a dot, which is removed here.
  return bare.replace(/[ßæœþøłđðħŧĸıς]/g, (letter) => typedFor[letter] ?? letter);
}

/** Returns a text folded for each spelling of its umlauts that differs, its own first: "Müßig" as "mussig" and "muessig". */
export function searchForms(text: string): string[] {
  const folded = foldLetters(text);
  return [...new Set([folded, foldLetters(spelledOut(text)), drawnTogether(folded)])];
}

/** Writes each umlaut as two letters, as people do whose keyboards have none. */
function spelledOut(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase();
  return plain.replace(/[äöüøå]/g, (letter) => spelled[letter] ?? letter);
}

/** Writes such a pair of letters as one: "muessig" as "mussig". Not at the end of a word, and not after a vowel. */
function drawnTogether(folded: string): string {
  return folded.replace(/(?<![aeiouq])([aou])e(?=[a-z]{2})/g, "$1").replace(/(?<![aeiou])aa(?=[a-z]{2})/g, "a");
}
