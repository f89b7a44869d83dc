import type { Context } from "./context.ts";
import type { Finding } from "./finding.ts";
import { allLanguages, wordsOf } from "./languages/recognise-language.ts";
import type { Language } from "./languages/words.ts";
import { foldName, nominatives, shortForms } from "./short-names.ts";

const particle = /^(?:de|van|der|den|von|zu|la|le|du|del|della|di|da|dos|el|al|bin|ter|ten|op)$/iu;
const titles = new RegExp(
  "^(?:mr|mrs|ms|mx|miss|dr|prof|sir|herrn?|frau|fräulein|doktor|mag|magister|magistra|ing|dipl|professor|professorin|familie|m|mme|mlle|monsieur|madame|mademoiselle|señora?|sr|sra|srta|don|doña|" +
    "signora?|signore|sig|ra|na|dott|dottor|dottoressa|prof\\p{L}*|architett[oa]|avvocat[oa]|ingegner[ea]?|maestr[oa]|licenciad[oa]|lic|ingenier[oa]|doctora?|maître|me|docteure?|heer|mevrouw|meneer|dhr|mevr|pan|pani|panie|panu|senhora?)\\.?$",
  "iu",
);

/** Finds a greeting that calls the customer by another's name. */
export function checkNames({ reading, facts, theirs, ours }: Context, addressed: readonly string[]): Finding[] {
  const found = greetedIn(reading.text, reading.language);
  if (found === null || facts.customerNames.length === 0) return [];
  const { name, start, end, language } = found;
  const parts = partsOf(name).filter((part) => !titles.test(part) && !particle.test(part));
  // As they sign themselves, or whoever they write for.
  const words = wordsIn(theirs.text);
  const known = [
    ...namesOf(facts.customerNames, addressed, new Set([...words, ...wordsIn(ours.text)])),
    ...addressed,
  ].flatMap(partsOf);
  const [script] = new Set(parts.map(scriptOf));
  // A name in another script, or an address in place of one, cannot be compared.
  const comparable = known.filter((part) => scriptOf(part) === script && !part.includes("@") && part.length > 1);
  if (parts.length === 0 || comparable.length === 0) return [];
  if (parts.some((part) => comparable.some((other) => isSameName(part, other, language)))) return [];
  if (parts.some((part) => words.has(foldName(part))) || (language === "ja" && theirs.text.includes(parts[0] ?? "")))
    return [];
  // A store's or a firm's name.
  if (partsOf(facts.storeName).some((part) => parts.some((one) => foldName(one) === foldName(part)))) return [];
  const right = rightName(facts.customerNames, name, language);
  const written = reading.text.slice(start, end);
  const says = `You greet ${written}; the customer is ${facts.customerNames[0]}`;
  return [{ kind: "name", start, end, written, right, canReplace: right !== null, says }];
}

const wordsIn = (text: string): Set<string> => new Set((text.match(/\p{L}[\p{L}\p{M}'-]*/gu) ?? []).map(foldName));

/** The customer's names; those of others on the orders are none where the thread calls them by their own. */
function namesOf(names: readonly string[], addressed: readonly string[], inThread: ReadonlySet<string>): string[] {
  const first = (name: string) => foldName(partsOf(name)[0] ?? "");
  const called = addressed.filter((name) => partsOf(name).length > 1 && inThread.has(first(name)));
  if (called.length === 0) return [...names];
  return names.filter((name) => inThread.has(first(name)) || called.some((own) => first(own) === first(name)));
}

function greetedIn(text: string, language: Language | null) {
  const begin = text.search(/\S/);
  if (begin < 0) return null;
  const [line = ""] = text.slice(begin).split("\n", 1);
  const all = language === null ? allLanguages : [language, ...allLanguages.filter((one) => one !== language)];
  for (const one of all) {
    const { greeting, noName } = wordsOf(one);
    const [found] = greeting.exec(line) ?? [];
    if (found === undefined) continue;
    const rest = line.slice(found.length);
    const [name = ""] =
      one === "ja"
        ? (/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}A-Za-z 　]{1,20}?(?=\s*(?:様|さま|さん))/u.exec(rest) ?? [])
        : (/^(?:(?:mrs?|ms|mx|dr|prof|mme|mlle|m|sr|sra|srta|sig\.(?:ra|na|ri)|sig|dott|dhr|mevr)\.? )*(?:\p{L}[\p{L}\p{M}'-]*\.? ?){1,5}?(?=[,!:;.?-]|$| -|\s*$)/iu.exec(
            rest,
          ) ?? []);
    const trimmed = name.trim();
    const parts = partsOf(trimmed);
    const isName =
      parts.length > 0 &&
      parts.every((part) => one === "ja" || /^\p{Lu}/u.test(part) || titles.test(part) || particle.test(part));
    if (!isName || parts.some((part) => noName.test(part) && !titles.test(part) && !particle.test(part))) continue;
    const start = begin + found.length + name.indexOf(trimmed);
    return { name: trimmed, start, end: start + trimmed.length, language: one };
  }
  return null;
}

const partsOf = (name: string): string[] => name.split(/[\s.,]+/).filter((part) => part !== "");

function scriptOf(part: string): "latin" | "japanese" | "other" {
  if (/\p{sc=Latn}/u.test(part)) return "latin";
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(part) ? "japanese" : "other";
}

function isSameName(one: string, other: string, language: Language): boolean {
  const [a, b] = [foldName(one), foldName(other)];
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  // "Alex" for "Alexander", "Anne" in "Anne-Marie"; family and given name in one word.
  if (short.length >= 3 && long.startsWith(short)) return !isOtherPerson(a, b);
  if (long.split("-").includes(short)) return true;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(long) && long.includes(short)) return true;
  // A vocative: "Anno", "Marku", "Piotrze", "Panie Kowalski".
  if (language === "pl" && a.slice(0, 4) === b.slice(0, 4) && Math.min(a.length, b.length) >= 4) return true;
  // An initial: "Dear J. Smith".
  if (short.length === 1 && long.startsWith(short)) return true;
  const called = language === "pl" ? [a, ...nominatives(a)] : [a];
  return called.some((one) => one === b || shortForms.some((forms) => forms.has(one) && forms.has(b)));
}

/** "Giuliana" for "Giulia", "Daniela" for "Daniel": what is added makes it another's name, where a short one leaves out. */
function isOtherPerson(written: string, known: string): boolean {
  const [short, long] = written.length <= known.length ? [written, known] : [known, written];
  const added = long.slice(short.length);
  if (short.length >= 5 && added === "a" && !/(?:[aeiouy]|rin|stin)$/.test(short)) return true;
  return written === long && short.length >= 4 && /^(?:na|ne|nna|ana|ina|ella|elle|ette|ia)$/.test(added);
}

/** The name in the place of the written one: a first name, a family name behind a title, or both. */
function rightName([name = ""]: readonly string[], written: string, language: Language): string | null {
  if (name === "" || name.includes("@") || language === "pl") return null;
  const parts = partsOf(written);
  const own = partsOf(name);
  if (language === "ja") return parts.length > 1 ? name : (own[0] ?? null);
  const title = parts.filter((part) => titles.test(part));
  if (title.length > 0) {
    const rest = parts.filter((part) => !titles.test(part)).join(" ");
    return own.length > 1 && written.endsWith(rest) ? `${written.slice(0, -rest.length)}${familyOf(own)}` : null;
  }
  return parts.length > 1 ? name : (own[0] ?? null);
}

/** The family name: what follows the first particle, with it, or the last word. */
function familyOf(own: readonly string[]): string {
  const at = own.findIndex((part, index) => index > 0 && particle.test(part));
  const [first = "", ...more] = own.slice(at < 0 ? -1 : at);
  return [`${first[0]?.toUpperCase() ?? ""}${first.slice(1)}`, ...more].join(" ");
}
