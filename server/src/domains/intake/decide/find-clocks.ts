const twoDays = 2 * 24 * 3_600_000;

/** When clocks began that programs count from, in milliseconds: Unix', the Macintosh's, Windows', and .NET's. */
const epochs = { unix: 0, macintosh: -2_082_844_800_000, windows: -11_644_473_600_000, net: -62_135_596_800_000 };

/** How a clock is written: in so many signs of a system of so many digits, each tick of so many milliseconds. */
type Clock = { signs: number; digits: 16 | 32 | 36 | 62; since: number; tick: number };
const clocks: readonly Clock[] = [
  { signs: 8, digits: 16, since: epochs.unix, tick: 1_000 },
  { signs: 8, digits: 16, since: epochs.macintosh, tick: 1_000 },
  { signs: 11, digits: 16, since: epochs.unix, tick: 1 },
  { signs: 13, digits: 16, since: epochs.unix, tick: 1e-3 },
  { signs: 16, digits: 16, since: epochs.unix, tick: 1e-6 },
  { signs: 15, digits: 16, since: epochs.windows, tick: 1e-4 },
  { signs: 15, digits: 16, since: epochs.net, tick: 1e-4 },
  { signs: 7, digits: 32, since: epochs.unix, tick: 1_000 },
  { signs: 9, digits: 32, since: epochs.unix, tick: 1 },
  { signs: 6, digits: 36, since: epochs.unix, tick: 1_000 },
  { signs: 8, digits: 36, since: epochs.unix, tick: 1 },
  { signs: 10, digits: 36, since: epochs.unix, tick: 1e-3 },
  { signs: 12, digits: 36, since: epochs.unix, tick: 1e-6 },
  { signs: 12, digits: 36, since: epochs.windows, tick: 1e-4 },
  { signs: 12, digits: 36, since: epochs.net, tick: 1e-4 },
  { signs: 6, digits: 62, since: epochs.unix, tick: 1_000 },
  { signs: 7, digits: 62, since: epochs.unix, tick: 1 },
  { signs: 9, digits: 62, since: epochs.unix, tick: 1e-3 },
];

const [numbers, lower, upper] = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Of 62 digits everybody has an order of their own. */
const orders = [numbers + upper + lower, numbers + lower + upper, upper + lower + numbers, lower + upper + numbers];

/** A piece of an id without the time at which it was made, wherever that stands in it, give or take two days. */
export function withoutClocks(piece: string, at: number): string {
  let left = piece;
  for (const clock of clocks) {
    for (let start = 0; start + clock.signs <= left.length; ) {
      const isTime = valuesOf(left.slice(start, start + clock.signs), clock.digits).some((value) => {
        return Math.abs(clock.since + value * clock.tick - at) < twoDays;
      });
      if (isTime) left = left.slice(0, start) + left.slice(start + clock.signs);
      else start += 1;
    }
  }
  return left;
}

function valuesOf(text: string, digits: Clock["digits"]): number[] {
  if (digits === 62) return orders.map((order) => valueIn(text, order));
  const value = valueIn(text.toLowerCase(), (numbers + lower).slice(0, digits));
  return Number.isNaN(value) ? [] : [value];
}

function valueIn(text: string, order: string): number {
  let value = 0;
  for (const sign of text) {
    const digit = order.indexOf(sign);
    if (digit < 0) return Number.NaN;
    value = value * order.length + digit;
  }
  return value;
}

/**
 * Ids that known programs make of clocks, counters, and the numbers of people, processes and machines, in ways that look like chance: as
 * they stand before the @.
 */
const programs: readonly RegExp[] = [
  // Gnus, and with it Emacs' other mail programs: who, and when, in 36 digits. Wanderlust has it from there.
  /(?:^|[\da-z])\.?fsf(?:[-_.%+].*)?$/i,
  /^[\da-z]{8,20}\.wl[-%.].*$/i,
  // Outlook and Outlook Express: a counter, Windows' clock in two halves, and three times the second half or the machine's address.
  /^[\da-f]{4}01[\da-f]{6}\$[\da-f]{8}\$[\da-f]{8}\$?$/i,
  // Notes: the database, and when its clock said that the note was made.
  /^OF[\dA-F]{8}\.[\dA-F]{8}-ON[\dA-F]{8}\.[\dA-F]{8}-[\dA-F]{8}\.[\dA-F]{8}$/i,
  // Ruby's mail: seconds, microseconds, process, thread, counter.
  /^[\da-f]{9,13}_[\da-f]{6,40}$/i,
  // Eudora on the Macintosh: its version, a counter, a clock.
  /^[ap]0\d{4}[\da-f]{12,20}$/i,
  // Horde, earlier: a date, and a clock in 36 digits.
  /^\d{14}\.[\da-z]{16}$/,
  // Opera: a clock in 36 digits, and the machine's name.
  /^op\.[\da-z]{8,24}$/i,
  // FirstClass: a site, a clock, a counter.
  /^fc\.[\da-f]{16,}(?:\.[\da-f]+)*$/i,
];

/** Whether an id, without what stands from its @ on, is one that a known program makes without chance. */
export function isOfClocks(local: string): boolean {
  return programs.some((program) => program.test(local));
}
