/** What is known of the mail with this Message-ID. */
type MailFacts = {
  /** The writer's address, which may be part of the id; null if unknown. */
  writer: string | null;
  /** When it was written, in milliseconds, within two days. */
  at: number;
};

/** Fewer than the 62 to 122 random bits of a UUID (RFC 9562), more than clocks and process numbers have. */
const neededBits = 60;
const minDistinct = 7;
/** Shorter pieces may be counters or process numbers. */
const shortestPiece = 8;
const longestId = 998;

const uuid = /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z])/gi;
/** The ids of Exim and Postfix encode a time and the number of a process or file. */
const eximId = /^E?1[\da-z]{5}-[\da-z]{6,11}-[\da-z]{2,4}$/i;
const postfixId = /^[\da-zA-Z]{10}z[\da-zA-Z]{3,6}$/;

/**
 * Whether a Message-ID (without brackets) cannot be guessed or counted, so that knowing it proves having the mail. Measures variety, not
 * length: words, numbers, times, sequences, repetitions and the writer's address do not count, and the rest must mix letters and
 * digits. If in doubt, an id is guessable.
 */
export function isUnguessable(id: string, { writer, at }: MailFacts): boolean {
  if (id.length > longestId || isClockBased(localOf(id))) return false;
  const local = withoutKnown(id, writer);
  if (Array.from(local.matchAll(uuid)).some(([found]) => isRandomUuid(found))) return true;
  // Other kinds of UUID are made of a time and a machine, or of a name.
  const rest = local.replace(uuid, " ");
  if (eximId.test(rest)) return false;
  const pieces = rest.split(/[^\da-z]+/i).map((piece) => variedPart(piece, at));
  const bits = pieces.reduce((sum, piece) => sum + piece.length * bitsPerCharacter(piece), 0);
  return bits >= neededBits && new Set(pieces.join("")).size >= minDistinct;
}

function localOf(id: string): string {
  const at = id.lastIndexOf("@");
  return at < 0 ? id : id.slice(0, at);
}

/** The part before the @, without words of the id's domain and of the writer's address. */
function withoutKnown(id: string, writer: string | null): string {
  const at = id.lastIndexOf("@");
  const domain = at < 0 ? "" : id.slice(at + 1);
  const words = `${domain} ${writer ?? ""} ${domain.replaceAll(".", " ")} ${(writer ?? "").replace(/[@.]/g, " ")}`;
  let local = localOf(id);
  for (const word of words.split(" ")) {
    if (word.length < 4) continue;
    for (let found = -1; ; ) {
      found = local.toLowerCase().indexOf(word.toLowerCase(), found + 1);
      if (found < 0) break;
      local = `${local.slice(0, found)} ${local.slice(found + word.length)}`;
    }
  }
  return local;
}

// Version 4 is random but for six bits; version 7 in its last 62.
function isRandomUuid(found: string): boolean {
  const hex = found.replaceAll("-", "").toLowerCase();
  if (!/[89ab]/.test(hex.charAt(16))) return false;
  if (hex.charAt(12) === "7") return new Set(hex.slice(17)).size >= 5;
  return hex.charAt(12) === "4" && new Set(hex).size >= 8 && isVaried(hex);
}

/** The part of a piece that must be random; empty if the whole may be counted. */
function variedPart(piece: string, at: number): string {
  if (piece.length < shortestPiece || postfixId.test(piece) || isSpelled(piece)) return "";
  const later = withoutClocks(piece, at);
  // PHP's uniqid is seconds and microseconds; MongoDB's object ids are a time, a machine's number and a counter.
  if (later !== piece && (piece.length === 13 || (piece.length === 24 && later.length === 16))) return "";
  // Random hexadecimal digits contain runs of digits or letters by chance; in other ids these are words and numbers.
  const bare = isHex(later) ? later.replace(/\d{10,}|[a-f]{8,}/gi, "") : withoutWords(later);
  const rest = withoutRepetitions(bare);
  return /\d/.test(rest) && /[a-z]/i.test(rest) && isVaried(rest) ? rest : "";
}

function withoutWords(piece: string): string {
  return piece
    .replace(/\d{4,}|[a-z]{5,}|[A-Z]{5,}|[A-Z][a-z]{3,}/g, "")
    .replace(/[a-z]{4}|[A-Z]{4}/g, (run) => (/[aeiouy]/i.test(run) ? "" : run));
}

/** Whether a piece decodes to readable text, from hexadecimal digits or base64. */
function isSpelled(piece: string): boolean {
  const isText = (bytes: Buffer) => bytes.length >= 4 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return (isHex(piece) && isText(Buffer.from(piece, "hex"))) || isText(Buffer.from(piece, "base64"));
}

// Drops groups of four characters that occurred before.
function withoutRepetitions(text: string): string {
  const seen = new Set<string>();
  let rest = "";
  for (let start = 0; start < text.length; start += 1) {
    const four = text.slice(start, start + 4);
    if (seen.has(four)) {
      start += 3;
      continue;
    }
    seen.add(four);
    rest += text.charAt(start);
  }
  return rest;
}

/** Whether at least a third of the characters differ from the two before them, unlike in repetitions and sequences. */
function isVaried(text: string): boolean {
  const codes = Array.from(text, (sign) => sign.charCodeAt(0));
  const isNext = (code: number, before: number | undefined) => before !== undefined && Math.abs(code - before) <= 1;
  const novel = codes.filter((code, at) => !isNext(code, codes[at - 1]) && !isNext(code, codes[at - 2]));
  return novel.length * 3 >= codes.length;
}

function isHex(text: string): boolean {
  return /^(?:[\da-f]+|[\dA-F]+)$/.test(text);
}

function bitsPerCharacter(text: string): number {
  if (isHex(text)) return 4;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) ? 5.9 : 5;
}

const twoDays = 2 * 24 * 3_600_000;

/** The starts of the clocks that programs use, in milliseconds: Unix, Macintosh, Windows and .NET. */
const epochs = { unix: 0, macintosh: -2_082_844_800_000, windows: -11_644_473_600_000, net: -62_135_596_800_000 };

/** How a clock is written: the number of characters, the base of its digits, its start, and milliseconds per tick. */
type Clock = { length: number; digits: 16 | 32 | 36 | 62; since: number; tick: number };
const clocks: readonly Clock[] = [
  { length: 8, digits: 16, since: epochs.unix, tick: 1_000 },
  { length: 8, digits: 16, since: epochs.macintosh, tick: 1_000 },
  { length: 11, digits: 16, since: epochs.unix, tick: 1 },
  { length: 13, digits: 16, since: epochs.unix, tick: 1e-3 },
  { length: 16, digits: 16, since: epochs.unix, tick: 1e-6 },
  { length: 15, digits: 16, since: epochs.windows, tick: 1e-4 },
  { length: 15, digits: 16, since: epochs.net, tick: 1e-4 },
  { length: 7, digits: 32, since: epochs.unix, tick: 1_000 },
  { length: 9, digits: 32, since: epochs.unix, tick: 1 },
  { length: 6, digits: 36, since: epochs.unix, tick: 1_000 },
  { length: 8, digits: 36, since: epochs.unix, tick: 1 },
  { length: 10, digits: 36, since: epochs.unix, tick: 1e-3 },
  { length: 12, digits: 36, since: epochs.unix, tick: 1e-6 },
  { length: 12, digits: 36, since: epochs.windows, tick: 1e-4 },
  { length: 12, digits: 36, since: epochs.net, tick: 1e-4 },
  { length: 6, digits: 62, since: epochs.unix, tick: 1_000 },
  { length: 7, digits: 62, since: epochs.unix, tick: 1 },
  { length: 9, digits: 62, since: epochs.unix, tick: 1e-3 },
];

const [numbers, lower, upper] = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Programs order the 62 digits differently. */
const digitOrders = [
  numbers + upper + lower,
  numbers + lower + upper,
  upper + lower + numbers,
  lower + upper + numbers,
];

/** Removes times within two days of `at`, anywhere in a piece of an id. */
function withoutClocks(piece: string, at: number): string {
  let rest = piece;
  for (const clock of clocks) {
    for (let start = 0; start + clock.length <= rest.length; ) {
      const isTime = valuesOf(rest.slice(start, start + clock.length), clock.digits).some((value) => {
        return Math.abs(clock.since + value * clock.tick - at) < twoDays;
      });
      if (isTime) rest = rest.slice(0, start) + rest.slice(start + clock.length);
      else start += 1;
    }
  }
  return rest;
}

function valuesOf(text: string, digits: Clock["digits"]): number[] {
  if (digits === 62) return digitOrders.map((order) => valueIn(text, order));
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
 * Ids, without their @ part, that known programs make of clocks, counters and the numbers of people, processes and machines, in ways that
 * look random.
 */
const programs: readonly RegExp[] = [
  // Gnus and other Emacs mail programs, such as Wanderlust: the user and the time, in base 36.
  /(?:^|[\da-z])\.?fsf(?:[-_.%+].*)?$/i,
  /^[\da-z]{8,20}\.wl[-%.].*$/i,
  // Outlook and Outlook Express: a counter, Windows' clock in two halves, and three times the second half or the machine's address.
  /^[\da-f]{4}01[\da-f]{6}\$[\da-f]{8}\$[\da-f]{8}\$?$/i,
  // Notes: the database and the time of the note.
  /^OF[\dA-F]{8}\.[\dA-F]{8}-ON[\dA-F]{8}\.[\dA-F]{8}-[\dA-F]{8}\.[\dA-F]{8}$/i,
  // Ruby's mail: seconds, microseconds, process, thread, counter.
  /^[\da-f]{9,13}_[\da-f]{6,40}$/i,
  // Eudora on the Macintosh: its version, a counter, a clock.
  /^[ap]0\d{4}[\da-f]{12,20}$/i,
  // Horde, earlier versions: a date, and a clock in base 36.
  /^\d{14}\.[\da-z]{16}$/,
  // Opera: a clock in base 36 and the machine's name.
  /^op\.[\da-z]{8,24}$/i,
  // FirstClass: a site, a clock, a counter.
  /^fc\.[\da-f]{16,}(?:\.[\da-f]+)*$/i,
];

/** Whether a known program makes such ids without randomness; `local` is the part before the @. */
function isClockBased(local: string): boolean {
  return programs.some((program) => program.test(local));
}
