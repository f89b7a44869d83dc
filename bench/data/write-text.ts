import type { Random } from "./random.ts";

/** The most frequent first: Zipf's law picks words, as in real language. */
const words =
  `the i my to and it is a was for of order you in not have but this that please on with we are be package arrived
 delivery me when can they still tracking from at refund shipping item received would as ordered been an so if has hello
 thanks wrong days one size your address could store ago return what there just email no will label colour only broken yesterday
 customer box also never said help already tried do number status waiting money paid sent two card gift damaged replacement
 week or account which any update today because all payment new know them were change by website out time again morning before
 password exchange product after cancel charged twice invoice discount code quality small large missing open site page error
 really love great very disappointed happy hope soon possible kind regards urgent birthday wedding party next friday monday
 courier depot neighbour door signature photo attached picture shows zip seam fabric battery charger screen lid glass cracked
 leaking scratched faded torn sleeve collar shoes jacket mug candle lamp poster blanket notebook bottle bag backpack charger
 subscription renew monthly plan billing receipt vat company name spelling correct checkout basket voucher expired applied
 warehouse stock available backorder preorder estimate confirm confirmation support team reply answered phone call anybody
 delay customs duty fee export country island express standard free upgrade lost stolen claim insurance policy working
 instructions manual assemble screws part spare warranty year month bought purchase bank transfer statement pending failed`
    .trim()
    .split(/\s+/);

const cumulative = accumulate(words.map((_, rank) => 1 / (rank + 2)));
const syllables = "ba de fi go ku la me ni po ru sa te vi wo xu za bri cle dro fla gru kri plo sta tre".split(" ");

/** Returns an invented product name, a ticket's rare word. Different numbers give different names. */
export function rareWord(number: number): string {
  let left = number + 20_000;
  let word = "";
  while (left > 0) {
    word += syllables[left % syllables.length];
    left = Math.floor(left / syllables.length);
  }
  return word;
}

/** Writes sentences with `count` words in all. */
export function writeText(random: Random, count: number): string {
  const sentences: string[] = [];
  for (let left = count; left > 0; ) {
    const length = Math.min(left, 4 + random.below(12));
    sentences.push(writeSentence(random, length));
    left -= length;
  }
  return sentences.join(random.next() < 0.2 ? "\n\n" : " ");
}

function writeSentence(random: Random, length: number): string {
  let sentence = "";
  for (let at = 0; at < length; at++) sentence += `${at === 0 ? "" : " "}${drawWord(random)}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function drawWord(random: Random): string {
  const wanted = random.next() * (cumulative.at(-1) ?? 0);
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return words[low] ?? "";
}

function accumulate(weights: number[]): number[] {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}
