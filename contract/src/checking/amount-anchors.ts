import type { Context } from "./context.ts";
import type { AmountKind, Words } from "./languages/words.ts";
import type { WrittenAmount } from "./read-money.ts";
import { has, placesOf, type Sentence } from "./read-reply.ts";

/** How far from an amount, in characters, the word may stand that says what it is of; nearer, it can be of nothing else. */
const distances = { furthest: 80, near: 28 };

interface Anchor {
  kind: AmountKind;
  isNear: boolean;
}

/** A product that is named says what an amount is of where no other word does. */
export const ofLine: Anchor = { kind: "line", isNear: false };

/** The nearest word that says what an amount is of, and that is not nearer to another amount. */
export function anchorOf(
  words: Words,
  { text, start }: Sentence,
  amount: WrittenAmount,
  within: readonly WrittenAmount[],
): Anchor | null {
  const distance = (place: { start: number; end: number }, to: WrittenAmount) => {
    const [from, end] = [to.start - start, to.end - start];
    // "3.95 € shipping", "3,95 € de envío": it can be of nothing else.
    if (place.start >= end && /^ (?:\p{L}{1,4} |d'|l')?$/u.test(text.slice(end, place.start))) return 0;
    // What stands before counts more.
    return place.end <= from ? from - place.end : place.start - end + 4;
  };
  const found = kindsOf(words).flatMap((kind) =>
    placesOf(words.amounts[kind], text)
      .filter((place) => !isBeside(text, place, kind) && !isOutside(text, place, amount.start - start))
      .filter((place) => within.every((other) => distance(place, amount) <= Math.max(0, distance(place, other))))
      .map((place) => ({
        kind,
        length: place.end - place.start,
        distance: distance(place, amount),
        isBefore: place.end <= amount.start - start,
      })),
  );
  const [nearest] = found
    .filter((one) => one.distance >= 0)
    .sort((one, other) => one.distance - other.distance || other.length - one.length);
  if (!nearest || nearest.distance > distances.furthest) return null;
  // "The shipping cost 3.95": what costs that stands before.
  const part = found.find(
    ({ kind, isBefore, distance: far }) => isBefore && isOfPart.test(kind) && far - nearest.distance < farthestSubject,
  );
  const { kind, distance: far } = nearest.kind === "line" && part ? part : nearest;
  return { kind, isNear: far <= distances.near };
}

const isOfPart = /^(?:shipping|tax|discount)$/;
const farthestSubject = 20;

const kindsOf = ({ amounts }: Words) => Object.keys(amounts) as AmountKind[];

export const kindsIn = (words: Words, { text }: Sentence): AmountKind[] =>
  kindsOf(words).filter((kind) => has(words.amounts[kind], text));

// "After the discount", "shipping included": the amount is of more, or of less.
const besideBefore =
  /(?<!\p{L})(?:after|before|without|with|including|incl\.?|excluding|excl\.?|plus|minus|less|nach|vor|ohne|mit|inkl\.?|inklusive|exklusive|zzgl\.?|abzüglich|zuzüglich|samt|après|avant|sans|avec|moins|hors|tras|después del?|antes del?|sin|con|más|menos|dopo|prima dell[oa']|senza|meno|più|na|voor|zonder|met|inclusief|exclusief|min|po|przed|bez|z|ze|wraz z|após|depois d[oea]|sem|com|mais) ?(?:\p{L}{1,5} |l')?$/iu;
const besideBehind =
  /^[ -]?(?:を|は|が)?(?:inklusive|inbegriffen|enthalten|compris\p{L}*|inclus\p{L}*|incluid\p{L}*|compres[oaie]|inbegrepen|included|w cenie|込|後|前)/iu;

function isBeside(text: string, { start, end }: { start: number; end: number }, kind: AmountKind): boolean {
  if (kind === "refund" || kind === "total" || kind === "line") return false;
  return besideBefore.test(text.slice(Math.max(0, start - 24), start)) || besideBehind.test(text.slice(end, end + 16));
}

// An amount in brackets is of what stands right before them, or in them.
function isOutside(text: string, place: { start: number; end: number }, at: number): boolean {
  const open = text.lastIndexOf("(", at);
  if (open < 0 || text.slice(open, at).includes(")")) return false;
  return (
    place.end < open - 24 ||
    place.start > text.length - 1 ||
    (place.start > at && text.slice(at, place.start).includes(")"))
  );
}

const nearProduct = 60;

/** Whether a product of the customer's is named right before an amount. */
export function namesProduct({ productsIn }: Context, { text, start }: Sentence, amount: WrittenAmount): boolean {
  const at = amount.start - start;
  return productsIn(text.slice(Math.max(0, at - nearProduct), at)).length > 0;
}
