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

// More than any real mail has, so that a hostile one does not eat memory: of one part, and of all, which bounds the nesting too.
const limits = { headerBytes: 262_144, parts: 500 };

/** Where attachments go, and the limits of what is read and shown. */
export type ParseOptions<Stored> = {
  onAttachment: AttachmentSink<Stored>;
  /** Of one shown part, 2 MB by default; what is beyond is left out. */
  maxTextBytes?: number;
  /** Beyond the limits of header and parts the rest is passed over, or kept as one file, instead of throwing. */
  isUnlimited?: boolean;
  /** How deep messages in messages are opened; 0 leaves each the file that it is. */
  openDepth?: number;
};

/** One reading of a message: what it says, its header as it was split, and its HTML, which whoever asks for reads once for all. */
export type MailReading<Stored> = {
  parsed: ParsedMail<Stored>;
  head: MailHead;
  /** The same as it was sent, folds and all. */
  lines: readonly HeaderLine[];
  html: MailHtml | null;
  /** The same for two copies of one message. */
  fingerprint: string;
};

/**
 * Parses one message (RFC 5322, MIME) as it streams: shown text is kept in memory, every other part goes to the sink,
 * an enclosed message byte for byte. What is packed in containers is taken out of them (docs/product.md#what-a-mail-encloses). Whatever the bytes, the only error is UnparsableMail; a failing source or sink rejects
 * with its own error.
 */
export async function readMessage<Stored>(
  raw: Readable | Buffer,
  options: ParseOptions<Stored>,
): Promise<MailReading<Stored>> {
  const print = new Fingerprint();
  const { root, message, html } = await parse(raw, options, { isShown: true, print });
  const head = { fields: headFields(root.lines), isPlain: root.plainBytes !== null };
  return { parsed: message, head, lines: root.lines, html, fingerprint: print.end() };
}

/** Parses one message as `readMessage` does, of which nothing more is wanted. */
export async function parseMail<Stored>(
  raw: Readable | Buffer,
  options: ParseOptions<Stored>,
): Promise<ParsedMail<Stored>> {
  return (await parse(raw, options, { isShown: false })).message;
}

async function parse<Stored>(
  raw: Readable | Buffer,
  options: ParseOptions<Stored>,
  { isShown, print }: { isShown: boolean; print?: Fingerprint },
) {
  const { onAttachment, maxTextBytes = 2_097_152, isUnlimited = false, openDepth = openLimits.depth } = options;
  try {
    const events = split(Buffer.isBuffer(raw) ? slices(raw) : guarded(raw), !isUnlimited, print);
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

async function* split(source: Source, isRefused: boolean, print?: Fingerprint): AsyncGenerator<MimeEvent> {
  const splitter = new MimeSplitter({ ...limits, isRefused });
  const start = { isAsSent: true };
  for await (const chunk of normalised(print ? printed(source, print) : source, start)) {
    yield* known(splitter.take(chunk, false));
  }
  yield* known(splitter.take(Buffer.alloc(0), true));

  function* known(events: MimeEvent[]): Generator<MimeEvent> {
    for (const event of events) {
      if (event.body === null && event.node.parent === null) {
        if (!start.isAsSent) event.node.plainBytes = null;
        print?.takeHead(event.node);
      }
      yield event;
    }
  }
}

async function* printed(source: Source, print: Fingerprint): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    print.take(chunk);
    yield chunk;
  }
}

// Small pieces are put together, so that a line of many is not put together again with each.
const pieceBytes = 16_384;

/**
 * The bytes without a byte order mark at their start; where carriage returns alone end the header, line feeds end all lines. Notes in
 * `start` where they are no longer as they were sent.
 */
async function* normalised(source: Source, start: { isAsSent: boolean }): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  let turn: ((bytes: Buffer) => Buffer) | null = null;
  const join = () => {
    const all = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    pending = [];
    size = 0;
    const first = turn === null && all.subarray(0, 3).toString("hex") === "efbbbf" ? all.subarray(3) : all;
    if (turn !== null) return turn(first);
    const isTurned = endsHeaderByReturn(first);
    if (isTurned || first.length < all.length) start.isAsSent = false;
    turn = isTurned ? returnTurner() : (bytes) => bytes;
    // A blank line before the header says that others may not see the header there: it proves no sender.
    return isTurned ? Buffer.concat([Buffer.from("\n"), turn(first)]) : first;
  };
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size >= pieceBytes) yield join();
  }
  if (size > 0) yield join();
}

/**
 * Whether a message ends its header by carriage returns alone, with no line feed before, or with some that relays put there
 * but no blank line that would end it otherwise.
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

/** Makes line feeds of carriage returns that none follows, also where the pieces part them. */
function returnTurner(): (bytes: Buffer) => Buffer {
  let isHeld = false;
  return (bytes) => {
    const turned = Buffer.from(bytes);
    // A return at the end is turned at once; the line feed that may follow is left out then.
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

async function* guarded(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (cause) {
    throw new OutsideFailed("The message could not be read.", { cause });
  }
}
