/**
 * Texts as searches compare them, in the browser as in the database (db/functions/search-fold.sql, search-line.sql): a test holds the
 * two to each other, so that a list that is searched here finds what one finds that is searched there.
 */

/** Accents, vowel points and signs that cannot be seen. */
const dropped = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Letters that no rule of Unicode takes apart, and other forms of one letter. */
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

/** A text in lower case, of one width, without accents: "Müßig" as "mussig". */
export function foldLetters(text: string): string {
  const bare = text.normalize("NFKD").replace(dropped, "").toLowerCase().normalize("NFC");
  // An İ was taken apart before, and only its dot is left to go.
  return bare.replace(/[ßæœþøłđðħŧĸıς]/g, (letter) => typedFor[letter] ?? letter);
}

/** A text folded in each way to write its umlauts that reads differently, as it is first: "Müßig" as "mussig" and "muessig". */
export function searchForms(text: string): string[] {
  const folded = foldLetters(text);
  return [...new Set([folded, foldLetters(spelledOut(text)), drawnTogether(folded)])];
}

/** With each umlaut as two letters, as those write it who have no key for it. */
function spelledOut(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase();
  return plain.replace(/[äöüøå]/g, (letter) => spelled[letter] ?? letter);
}

/** With what may be such two letters as one: "muessig" as "mussig". Not at the end of a word, and not after a vowel. */
function drawnTogether(folded: string): string {
  return folded.replace(/(?<![aeiouq])([aou])e(?=[a-z]{2})/g, "$1").replace(/(?<![aeiou])aa(?=[a-z]{2})/g, "a");
}
