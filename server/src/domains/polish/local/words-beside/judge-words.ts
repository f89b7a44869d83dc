import { type Edit, inCaseOf } from "../edit.ts";
import { neighboursOf, type WordPairs, wordsIn } from "./word-pairs.ts";

/** A likelier word for the one written, given its neighbours; certain if next to nothing supports the written one. */
type Judged = Edit & { isCertain: boolean; why: string };

/** The lead in likelihood (natural logarithm) at which the other word is offered (four cases), or replaces the written one (two cases). */
const [offered, offeredUnheard, offeredBesideUnknown, offeredAtEnd, certain, certainThough] = [4, 3.5, 7, 6, 6.5, 10];
/**
 * How much more often than by chance a preposition must follow a word to be offered for it, as in "entitled to"; more for "of", which
 * follows any noun.
 */
const [asksFor, asksForOf] = [Math.log(3.5), Math.log(20)];

/** Finds words for which a similar-sounding word, or another preposition, fits better between their neighbours. */
export function judgeWords(text: string, pairs: WordPairs): Judged[] {
  return [...text.matchAll(/(?<![\w'’.@/-])[A-Za-z][a-z]*(?:['’][a-z]+)?(?![\w'’@/-])/g)].flatMap(
    ({ 0: written, index }) => {
      const place = { start: index, end: index + written.length };
      return (
        judgeWord(text, place, written, soundAlikes, pairs, "Sounds alike") ??
        judgeWord(text, place, written, otherPrepositions, pairs, "Unusual preposition") ??
        []
      );
    },
  );
}

function judgeWord(
  text: string,
  { start, end }: { start: number; end: number },
  written: string,
  alike: ReadonlyMap<string, readonly string[]>,
  pairs: WordPairs,
  why: string,
): Judged | null {
  const others = alike.get(written.toLowerCase().replace("’", "'"));
  if (!others) return null;
  const { before, after } = neighboursOf(text, start, end);
  // A preposition needs a word before it; words of the previous sentence do not count.
  if (alike === otherPrepositions ? before === null || after === null : before === null && after === null) return null;
  const scoreOf = (words: string[]) => {
    const chain = [before, ...words, after].flatMap((word) => word ?? []);
    const linked = chain.slice(1).reduce((sum, word, at) => sum + pairs.pair(chain[at] ?? "", word), 0);
    const first = before === null ? pairs.word(words[0] ?? "") : 0;
    return linked + first - words.reduce((sum, word) => sum + pairs.word(word), 0);
  };
  const isKnown = (words: string[]) => ({
    left: before !== null && pairs.isKnown(before, words[0] ?? ""),
    right: after !== null && pairs.isKnown(words.at(-1) ?? "", after),
  });
  const ownWords = wordsIn(written);
  const ownScore = scoreOf(ownWords);
  const ownKnown = isKnown(ownWords);
  const [best] = others
    .map((other) => ({ other, lead: scoreOf(wordsIn(other)) - ownScore, known: isKnown(wordsIn(other)) }))
    .sort((a, b) => b.lead - a.lead);
  if (!best) return null;
  const { other, lead, known } = best;
  if (!known.left && !known.right) return null;
  const isKnownWhole = (before === null || known.left) && (after === null || known.right);
  const isBetween = before !== null && after !== null;
  const isUnheard = !ownKnown.left && !ownKnown.right;
  if (lead < leastLead(isKnownWhole, isUnheard, isBetween)) return null;
  if (alike === otherPrepositions) {
    const least = other === "of" ? asksForOf : asksFor;
    if (!isKnownWhole || ownKnown.left || before === null || pairs.pair(before, other) - pairs.word(before) < least)
      return null;
  }
  const isCertain =
    alike === soundAlikes &&
    isSmall(written, other) &&
    isKnownWhole &&
    isBetween &&
    ((isUnheard && lead >= certain) || lead >= certainThough);
  return { start, end, replacement: inCaseOf(written, other), isCertain, why };
}

/** Whether all words are so small that their neighbours leave no doubt; "do write again" is as good as "do right". */
function isSmall(...words: string[]): boolean {
  return words.every((word) => smallWords.has(word.toLowerCase().replace("’", "'")));
}

/** Returns the lead needed to offer a word: lower if its pairs on both sides are known, and those of the written word are not. */
function leastLead(isKnownWhole: boolean, isUnheard: boolean, isBetween: boolean): number {
  if (!isKnownWhole) return offeredBesideUnknown;
  if (isUnheard) return offeredUnheard;
  return isBetween ? offered : offeredAtEnd;
}

const groups = `its it's|your you're|there their they're|whose who's|then than|to too|lose loose|bare bear|past passed|no know|now know|here hear|
brake break|peace piece|of off|quite quiet|weather whether|affect effect|accept except|advice advise|principal principle|
stationary stationery|complement compliment|buy by bye|sale sail|weight wait|week weak|meet meat|steal steel|sight site cite|
right write|sent send|whole hole|new knew|our are|see sea|sun son|road rode|role roll|plain plane|pair pear|pane pain|heel heal|hire higher|
great grate|fare fair|die dye|dear deer|course coarse|cell sell|board bored|allowed aloud|waste waist|wear where|through threw|though through|
though thought|thorough through|tail tale|stair stare|some sum|role roll|sole soul|sort sought|seam seem|scene seen|root route|rap wrap|
practice practise|personal personnel|pour poor|poll pole|night knight|need knead|mist missed|lesson lessen|hour our|form from|flour flower|
feel fill|farther father|envelop envelope|desert dessert|device devise|chose choose|check cheque|breath breathe|born borne|
billed build|berry bury|beside besides|been bean|ball bawl|ate eight|any many|angel angle|trail trial|use used|well we'll|this these|
prove proof|believe belief|receive receipt|proceed precede|cloths clothes|dairy diary|later latter|moral morale|patients patience|
presents presence|thank think|thing think|things thinks|and an|loss lose|leased least|made maid|hi high|wood would|bee be|
sauce source|tide tied|wore war|worn warn|loan lone|lead led|ceiling sealing|currant current|draft draught|storey story|roll role|vain vein`;

/** Words with a grammatical function only. */
const smallWords: ReadonlySet<string> = new Set(
  "its it's your you're there their they're whose who's then than to too of off our are and an".split(" "),
);

/** For each word, those that sound like it, or differ by a letter and are both common. */
const soundAlikes: ReadonlyMap<string, readonly string[]> = othersOf(groups);

/** For each preposition, the others. */
const otherPrepositions: ReadonlyMap<string, readonly string[]> = othersOf("of for to at in on with from by about");

function othersOf(lists: string): Map<string, string[]> {
  const others = new Map<string, string[]>();
  for (const list of lists.replaceAll("\n", "").split("|")) {
    const words = list.split(" ");
    for (const word of words) {
      const listed = others.get(word) ?? [];
      others.set(word, [...listed, ...words.filter((other) => other !== word && !listed.includes(other))]);
    }
  }
  return others;
}
