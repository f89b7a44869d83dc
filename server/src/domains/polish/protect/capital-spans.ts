import type { Span } from "./protected-spans.ts";

// Whoever writes them with a capital names nobody.
const noNames = new Set(
  `a an the i i'm i've i'll i'd our your my his her their its this that these those we you it he she they in on at for from to with by and
  but or nor if when while as please thank thanks hi hello hey dear yes no is are was were do does did can could will would should may
  might must have has had there here what where who whom whose how why which not all both some any each every sorry good best kind
  warm let just so then also because since until unfortunately ask see use contact call after before once although though regards
  wishes many much more most other another one two three about into over under of re good morning afternoon evening ok okay well
  it's that's there's we're you're they're don't we've you've we'll you'll isn't can't
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
  december english german french italian spanish portuguese dutch christmas easter
  ihr ihre ihren ihrem sie wir der die das den ein eine vielen unser unsere diese dieser bitte wann wo was wie votre nous vous le les un une ce cette
  su sus nuestro nuestra el los las il lo gli uw ons onze het een nasz nasza państwa o os as seu sua no nosso nossa`.split(
    /\s+/,
  ),
);

const word = String.raw`\p{Lu}[\p{L}\p{M}]*(?:['’]\p{L}+)*`;
const particle =
  "(?:van|von|der|den|de|di|da|del|della|du|la|le|el|al|bin|ter|zu|dos|das|ten|des|les|sur|am|im|zum|zur|auf|bei|op|aan)";
const capitalised = new RegExp(String.raw`(?<![\p{L}\p{N}'’])${word}(?![\p{L}\p{N}])`, "gu");
const titled = new RegExp(
  String.raw`(?<!\p{L})(?:[Mm]rs?|[Mm]s|[Mm]x|[Mm]iss|[Dd]r|[Pp]rof|[Pp]rofessor|[Ss]ir|[Mm]adam|[Ll]ady|[Ll]ord|Rev|Herrn?|Frau|M|Mme|Mlle|Monsieur|Madame|Señora?|Sra?|Sig|Signora?|Dott|Pana?|Pani|Dhr|Mevr|[Mm]eneer|[Mm]evrouw)\.? +(?:${particle} )*${word}(?:[ -](?:${particle} )*${word}){0,3}`,
  "gu",
);
const street = new RegExp(String.raw`\d+[a-z]?,? +${word}|${word} +\d`, "gu");

/**
 * Words whose capital makes them names: after a title, beside another with a capital, or beside a number as a street is. Words that open
 * sentences, and days, are no neighbours.
 */
export function capitalSpans(text: string): Span[] {
  const words = [...text.matchAll(capitalised)]
    .filter(([found]) => !noNames.has(found.toLowerCase().replace("’", "'")))
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  const besides = words.filter(
    (one, index) => areNeighbours(text, words[index - 1], one) || areNeighbours(text, one, words[index + 1]),
  );
  const rest = [titled, street].flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(
        ([found]) =>
          /\p{Lu}/u.test(found) &&
          !(pattern === street && noNames.has((/\p{L}{2,}/u.exec(found)?.[0] ?? "").toLowerCase())),
      )
      .map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  );
  return [...besides, ...rest];
}

const between = new RegExp(`^ (?:&|and|${particle}(?: ${particle})?)? ?$`);

function areNeighbours(text: string, one: Span | undefined, other: Span | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    other.start - one.end < 12 &&
    between.test(text.slice(one.end, other.start))
  );
}
