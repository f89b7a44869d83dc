/** A parcel's number in a text, without blanks, in capitals; `isSure` where it can be nothing else. */
export type ParcelNumber = { number: string; isSure: boolean };

// Bounded, so that a long row of digits costs no more than its length.
const sure = [
  // UPS, and S10 of the Universal Postal Union.
  /(?<![A-Z0-9])1Z(?:[ -]?[A-Z0-9]){16}(?![A-Z0-9])/gi,
  /(?<![A-Z0-9])[A-Z]{2}(?: ?\d){9} ?[A-Z]{2}(?![A-Z0-9])/g,
  /(?<![A-Z0-9])[A-Z]{2}\d{9}[A-Z]{2}(?![A-Z0-9])/gi,
  // DHL.
  /(?<![A-Z0-9])JJ?D\d{11,20}(?![A-Z0-9])/gi,
];
// Anything long enough: it counts only where a parcel has it.
const possible = [
  /(?<![A-Z0-9])\d(?:[ -]?\d){7,33}(?![A-Z0-9])/gi,
  /(?<![A-Z0-9])[A-Z0-9]{8,35}(?![A-Z0-9])/gi,
  /(?<![A-Z0-9-])[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12}){1,4}(?![A-Z0-9-])/gi,
  // A number separated by blanks from others.
  /(?<![A-Z0-9])\d{8,34}(?![A-Z0-9])/gi,
];
const labels =
  /(?:tracking|track|parcel|sendungs|paket|suivi|seguimiento|rastreo|spedizione|sporing|spårning|verzend|przesyłk|seuranta|takip|трек|追跡|运单|快递|운송장)[\p{L}\s.:#-]{0,30}$/iu;
const maxNumbers = 40;

/** A parcel's number where it stands in a text. */
export type PlacedNumber = ParcelNumber & { start: number; end: number };

/** Finds the numbers of a plain text (`plainText`) that may be parcels', each once. */
export function findParcelNumbers(text: string): ParcelNumber[] {
  const found = new Map<string, boolean>();
  for (const { number, isSure } of placesOfParcelNumbers(text)) {
    if (found.size < maxNumbers || found.has(number)) found.set(number, isSure || (found.get(number) ?? false));
  }
  return [...found].map(([number, isSure]) => ({ number, isSure }));
}

/** Finds the places in a plain text of numbers that may be parcels'; one place may be read in several ways. */
export function placesOfParcelNumbers(text: string): PlacedNumber[] {
  const read = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
      number: bare(match),
      start: index,
      end: index + match.length,
    }));
  return [
    ...sure.flatMap(read).map((place) => ({ ...place, isSure: true })),
    ...possible
      .flatMap(read)
      .filter(({ number }) => number.length >= 8 && /\d{3}/.test(number))
      .map((place) => ({ ...place, isSure: isLabelled(text, place) })),
  ];
}

function isLabelled(text: string, { number, start }: Omit<PlacedNumber, "isSure">): boolean {
  return number.length > 9 && labels.test(text.slice(Math.max(0, start - 50), start));
}

function bare(match: string): string {
  return match.replace(/[ -]/g, "").toUpperCase();
}
