/**
 * How much a store's days differ from each other beyond chance: the variance of a count is its mean plus this times its square. Taken
 * so that the busy days of a generated year, without sales and seasons, are as rare as they should be.
 */
const spread = 0.15;

/**
 * The negative decimal logarithm of the chance that so many or more come where `expected` are usual, by a negative binomial
 * distribution: 6 is one in a million.
 */
export function surpriseOf(count: number, expected: number): number {
  if (count <= expected || count === 0) return 0;
  const size = 1 / spread;
  const [stays, grows] = [Math.log(size / (size + expected)), Math.log(expected / (size + expected))];
  // The logarithm of the chance of exactly `count`.
  let chance = size * stays;
  for (let k = 1; k <= count; k += 1) chance += Math.log((k - 1 + size) / k) + grows;
  let [tail, term] = [1, 1];
  for (let k = count + 1; term > tail * 1e-6; k += 1) {
    term *= ((k - 1 + size) / k) * Math.exp(grows);
    tail += term;
  }
  return -(chance + Math.log(tail)) / Math.LN10;
}
