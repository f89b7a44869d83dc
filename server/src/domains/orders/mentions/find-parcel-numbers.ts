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

/** Finds the numbers of a plain text (`plainText`) that may be parcels'. */
export function findParcelNumbers(text: string): ParcelNumber[] {
  const found = new Map<string, boolean>();
  const add = (number: string, isSure: boolean) => {
    if (found.size < maxNumbers || found.has(number)) found.set(number, isSure || (found.get(number) ?? false));
  };
  for (const pattern of sure) for (const [match] of text.matchAll(pattern)) add(bare(match), true);
  for (const pattern of possible) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const number = bare(match);
      if (number.length < 8 || !/\d{3}/.test(number)) continue;
      const isLabelled = number.length > 9 && labels.test(text.slice(Math.max(0, index - 50), index));
      add(number, isLabelled);
    }
  }
  return [...found].map(([number, isSure]) => ({ number, isSure }));
}

function bare(match: string): string {
  return match.replace(/[ -]/g, "").toUpperCase();
}
