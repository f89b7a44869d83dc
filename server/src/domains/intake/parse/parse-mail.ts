import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Splitter, type SplitterChunk } from "@zone-eu/mailsplit";
import { type AttachmentSink, OutsideFailed } from "./collect-part.ts";
import { describeMessage } from "./describe-message.ts";
import { type ParsedMail, UnparsableMail } from "./parsed-mail.ts";
import { type Part, readParts } from "./read-parts.ts";

// More than any real mail has, so that a hostile one does not eat memory: of one part, and of all, which bounds the nesting too.
const maxHeaderBytes = 262_144;
const maxParts = 500;

/** Where attachments go, and the limit of what is shown. */
export type ParseOptions<Stored> = {
  onAttachment: AttachmentSink<Stored>;
  /** Of one shown part, 2 MB by default; what is beyond is left out. */
  maxTextBytes?: number;
};

/**
 * Parses one message (RFC 5322, MIME) as it streams: shown text is kept in memory, every other part goes to the sink.
 * It stands on the splitter of mailparser, not on its MailParser, which decodes named text parts and opens enclosed
 * messages instead of handing out their bytes. Whatever the bytes, the only error is UnparsableMail; a failing source
 * or sink rejects with its own error.
 */
export async function parseMail<Stored>(
  raw: Readable | Buffer,
  options: ParseOptions<Stored>,
): Promise<ParsedMail<Stored>> {
  const { onAttachment, maxTextBytes = 2_097_152 } = options;
  // Enclosed messages stay closed (`ignoreEmbedded`): they are attachments, byte for byte.
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: maxHeaderBytes, maxChildNodes: maxParts });
  const source = Buffer.isBuffer(raw) ? slices(raw) : guarded(raw);
  let root: Part<Stored> | null = null;
  try {
    await pipeline(source, splitter, async (chunks: AsyncIterable<SplitterChunk>) => {
      root = await readParts(chunks, onAttachment, maxTextBytes);
    });
  } catch (error) {
    if (error instanceof OutsideFailed) throw error.cause;
    throw asUnparsable(error);
  }
  if (root === null) throw new UnparsableMail("unreadable", "The message is empty.");
  return describeMessage<Stored>(root);
}

function asUnparsable(error: unknown): UnparsableMail {
  const isLimit = error instanceof Error && "code" in error && error.code === "EMAXLEN";
  const message = error instanceof Error ? error.message : String(error);
  return new UnparsableMail(isLimit ? "limit_exceeded" : "unreadable", message, { cause: error });
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
