import type { CheckedOrder } from "./facts.ts";

/** Words of titles that are said of anything, and so name no product. */
const common = new Set(
  (
    "with from your this that what gift wrap card pack pair size small large medium black white green order delivery shipping return " +
    "free sample subscription abonnement mit für avec pour para voor dubbele dubbel klein groß petit grand carte geschenk cadeau " +
    "regalo prezent zestaw coffret support service extra plus mini neue nuevo nuova nouveau"
  ).split(" "),
);

/** The words that name a product: of four letters, or a run of a Japanese script. */
function wordsOfTitle(title: string): string[] {
  const latin = title.toLowerCase().match(/(?<![\p{L}\p{N}])[\p{sc=Latn}]{4,}(?![\p{L}\p{N}])/gu) ?? [];
  const japanese = title.match(/[\p{sc=Katakana}ー]{2,}|\p{sc=Han}{2,}/gu) ?? [];
  return [...latin.filter((word) => !common.has(word) && !ofParcels.test(word)), ...japanese];
}

// "Livré" is no "Livre", whatever it is that was ordered.
const ofParcels =
  /^(?:livr|deliver|liefer|geliefer|bestell|versand|versend|verschick|shipp|envoy|envi|expéd|exped|entreg|consegn|sped|bezorg|verzon|verstu|wysł|dostarcz|order|command|pedid|ordin|zamów|encomend)/u;

const isLatin = (word: string): boolean => /^\p{sc=Latn}/u.test(word);

/** Whether a word of a text is one of a title, be it declined or in the plural. */
function isSameWord(written: string, word: string): boolean {
  if (written === word) return true;
  // "Mühle" is "Pfeffermühle".
  if (written.length >= 5 && word.endsWith(written)) return true;
  // "kenii" is "kenia", "coats" is "coat".
  const longest = Math.max(written.length, word.length);
  const stem = Math.max(4, longest - (longest > 6 ? 2 : 1));
  return Math.min(written.length, word.length) >= 4 && written.slice(0, stem) === word.slice(0, stem);
}

/** A product's word where it stands in a text, with the orders that have it. */
export interface NamedProduct {
  start: number;
  end: number;
  orders: readonly CheckedOrder[];
  /** The titles that have the word. */
  titles: readonly string[];
}

/** Finds the words of an order's titles in texts. */
export function productFinder(orders: readonly CheckedOrder[]): (text: string) => NamedProduct[] {
  const owners = new Map<string, { orders: Set<CheckedOrder>; titles: Set<string> }>();
  for (const order of orders) {
    for (const title of order.amounts.flatMap((amount) => amount.title ?? [])) {
      for (const word of wordsOfTitle(title)) {
        const owner = owners.get(word) ?? { orders: new Set(), titles: new Set() };
        owners.set(word, owner);
        owner.orders.add(order);
        owner.titles.add(title);
      }
    }
  }
  const namedAt = (same: readonly string[], start: number, end: number): NamedProduct[] => {
    const of = same.flatMap((word) => owners.get(word) ?? []);
    const [all, titles] = [
      new Set(of.flatMap((one) => [...one.orders])),
      new Set(of.flatMap((one) => [...one.titles])),
    ];
    return all.size === 0 ? [] : [{ start, end, orders: [...all], titles: [...titles] }];
  };
  const latin = [...owners.keys()].filter(isLatin);
  const japanese = [...owners.keys()].filter((word) => !isLatin(word));
  return (text) => {
    const small = text.toLowerCase();
    const words = latin.length === 0 ? [] : [...small.matchAll(/(?<![\p{L}\p{N}])\p{L}{4,}(?![\p{L}\p{N}])/gu)];
    const named = words.flatMap(({ 0: written, index }) => {
      if (ofParcels.test(written)) return [];
      const same = latin.filter((word) => isSameWord(written, word));
      return namedAt(same, index, index + written.length);
    });
    const runs = japanese.length === 0 ? [] : [...text.matchAll(/[\p{sc=Katakana}ー]{3,}|\p{sc=Han}{2,}/gu)];
    const inJapanese = runs.flatMap(({ 0: written, index }) => {
      // "ヘルメット" is "ロードヘルメット".
      const same = japanese.filter((word) => word.endsWith(written) || written.includes(word));
      return namedAt(same, index, index + written.length);
    });
    return [...named, ...inJapanese];
  };
}
