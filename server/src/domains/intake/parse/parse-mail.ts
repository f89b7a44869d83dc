import type { Readable } from "node:stream";
import type { MailHtml } from "../text/html-to-lines.ts";
import { type AttachmentSink, OutsideFailed } from "./collect-part.ts";
import { describeEnclosed, describeMessage } from "./describe-message.ts";
import { Fingerprint } from "./fingerprint.ts";
import { type MimeEvent, MimeSplitter } from "./mime-splitter.ts";
import { openLimits } from "./open-part.ts";
import { type ParsedMail, UnparsableMail } from "./parsed-mail.ts";
import { type HeaderLine, headFields, type MailHead } from "./read-headers.ts";
import { readParts } from "./read-parts.ts";

// Above any real mail, to bound memory: a part's header, and the number of parts, which also bounds the nesting.
const limits = { headerBytes: 262_144, parts: 500 };

/** Where attachments are stored, and the limits of what is read. */
export type ParseOptions<Stored> = {
  onAttachment: AttachmentSink<Stored>;
  /** The limit of each shown part, 2 MB by default; the rest is left out. */
  maxTextBytes?: number;
  /** Beyond the limits of header and parts, skips the rest or keeps it as one file instead of throwing. */
  isUnlimited?: boolean;
  /** How deep enclosed messages are opened; with 0 each stays a file. */
  openDepth?: number;
};

/** The result of reading a message once: its content, its split header, and its HTML, which is parsed once on demand. */
export type MailReading<Stored> = {
  parsed: ParsedMail<Stored>;
  head: MailHead;
  /** The header as it was sent, with folds. */
  lines: readonly HeaderLine[];
  html: MailHtml | null;
  /** Equal for two copies of one message. */
  fingerprint: string;
};

/**
 * Parses a streamed message (RFC 5322, MIME). Shown text is kept in memory, every other part goes to the sink, and containers are opened
 * (docs/product.md#what-a-mail-encloses). Throws only UnparsableMail, whatever the bytes, and the own error of a failing source or
 * sink.
 */
export async function readMessage<Stored>(
  raw: Readable | Buffer,
  options: ParseOptions<Stored>,
): Promise<MailReading<Stored>> {
  const fingerprint = new Fingerprint();
  const { root, message, html } = await parse(raw, options, { isShown: true, fingerprint });
  const head = { fields: headFields(root.lines), isPlain: root.plainBytes !== null };
  return { parsed: message, head, lines: root.lines, html, fingerprint: fingerprint.end() };
}

/** Parses a message like `readMessage` and returns only its content. */
export async function parseMail<Stored>(
  raw: Readable | Buffer,
  options: ParseOptions<Stored>,
): Promise<ParsedMail<Stored>> {
  return (await parse(raw, options, { isShown: false })).message;
}

async function parse<Stored>(
  raw: Readable | Buffer,
  options: ParseOptions<Stored>,
  { isShown, fingerprint }: { isShown: boolean; fingerprint?: Fingerprint },
) {
  const { onAttachment, maxTextBytes = 2_097_152, isUnlimited = false, openDepth = openLimits.depth } = options;
  try {
    const events = split(Buffer.isBuffer(raw) ? slices(raw) : markingFailures(raw), !isUnlimited, fingerprint);
    const root = await readParts(events, onAttachment, { textBytes: maxTextBytes, openDepth });
    if (root === null) throw new UnparsableMail("unreadable", "The message is empty.");
    const { message, html } = describeMessage<Stored>(root, isShown);
    return { root: root.node, message: { ...message, enclosed: describeEnclosed(root) }, html };
  } catch (error) {
    if (error instanceof OutsideFailed) throw error.cause;
    if (error instanceof UnparsableMail) throw error;
    throw new UnparsableMail("unreadable", error instanceof Error ? error.message : String(error), { cause: error });
  }
}

type Source = Iterable<Buffer> | AsyncIterable<Buffer>;

async function* split(source: Source, isRefused: boolean, fingerprint?: Fingerprint): AsyncGenerator<MimeEvent> {
  const splitter = new MimeSplitter({ ...limits, isRefused });
  const start = { isAsSent: true };
  for await (const chunk of normalised(fingerprint ? fingerprinted(source, fingerprint) : source, start)) {
    yield* withHead(splitter.take(chunk, false));
  }
  yield* withHead(splitter.take(Buffer.alloc(0), true));

  function* withHead(events: MimeEvent[]): Generator<MimeEvent> {
    for (const event of events) {
      if (event.body === null && event.node.parent === null) {
        if (!start.isAsSent) event.node.plainBytes = null;
        fingerprint?.takeHead(event.node);
      }
      yield event;
    }
  }
}

async function* fingerprinted(source: Source, fingerprint: Fingerprint): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    fingerprint.take(chunk);
    yield chunk;
  }
}

// Joins small chunks, so that a line in many of them is not copied again for each.
const pieceBytes = 16_384;

/**
 * Removes a byte order mark. If carriage returns alone end the header, converts all of them to line feeds. Records in `start` that the
 * bytes were changed.
 */
async function* normalised(source: Source, start: { isAsSent: boolean }): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  let convert: ((bytes: Buffer) => Buffer) | null = null;
  const join = () => {
    const all = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    pending = [];
    size = 0;
    const first = convert === null && all.subarray(0, 3).toString("hex") === "efbbbf" ? all.subarray(3) : all;
    if (convert !== null) return convert(first);
    const isTurned = endsHeaderByReturn(first);
    if (isTurned || first.length < all.length) start.isAsSent = false;
    convert = isTurned ? returnConverter() : (bytes) => bytes;
    // Other programs may not see a header here, so a blank line marks it as no proof of a sender.
    return isTurned ? Buffer.concat([Buffer.from("\n"), convert(first)]) : first;
  };
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size >= pieceBytes) yield join();
  }
  if (size > 0) yield join();
}

/**
 * Whether carriage returns alone end the header: no line feed comes before, or only some that relays added, without a blank
 * line that would end it.
 */
function endsHeaderByReturn(bytes: Buffer): boolean {
  const start = bytes.subarray(0, pieceBytes);
  const feed = start.indexOf("\n");
  if (feed === -1) return start.includes("\r");
  if (!start.includes("\r\r")) return false;
  const text = start.toString("latin1");
  const end = text.search(/\r\r[^\r\n]/);
  return end !== -1 && (end < feed || !/\n\r*\n[^\r\n]/.test(text));
}

/** Converts carriage returns without a line feed to line feeds, also across chunks. */
function returnConverter(): (bytes: Buffer) => Buffer {
  let isHeld = false;
  return (bytes) => {
    const turned = Buffer.from(bytes);
    // A return at the end is converted at once; a line feed that follows is then dropped.
    const from = isHeld && turned[0] === 0x0a ? 1 : 0;
    isHeld = turned.at(-1) === 0x0d;
    for (let at = 0; at < turned.length; at++) {
      if (turned[at] === 0x0d && turned[at + 1] !== 0x0a) turned[at] = 0x0a;
    }
    return turned.subarray(from);
  };
}

function* slices(raw: Buffer): Generator<Buffer> {
  for (let start = 0; start < raw.length; start += 65_536) yield raw.subarray(start, start + 65_536);
}

async function* markingFailures(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (cause) {
    throw new OutsideFailed("The message could not be read.", { cause });
  }
}
