import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, type Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileTypeFromBuffer } from "file-type";
import { safeFilename, unusedFilename } from "../../../platform/storage/safe-filename.ts";
import { isInformativeCharset } from "./decode-charset.ts";
import { MimeSplitter } from "./mime-splitter.ts";
import { firstHeader, type PartMeta } from "./parsed-mail.ts";
import { readHeaders } from "./read-headers.ts";
import { extensionOf } from "./read-part-head.ts";

/** The first decoded bytes of a part, and whether there were more. */
export type KeptBytes = { bytes: Buffer; isCut: boolean };

/** Takes the encoded bytes of one part; `end` resolves when all of them have been decoded and stored. */
export type PartCollector<Result> = {
  write(chunk: Buffer): Promise<void>;
  end(): Promise<Result>;
  abort(error: Error): void;
};

/** The source or the sink failed, such as by a full disk, and not the message. `cause` is the original error. */
export class OutsideFailed extends Error {}

/** Keeps up to `limit` decoded bytes of a part in memory. */
export function collectHead(decoder: Transform, limit: number): PartCollector<KeptBytes> {
  const head = keepHead(() => limit);
  decoder.on("data", head.add);
  return collector(decoder, async () => head.result());
}

/** Chooses how many bytes of a part to keep, by its first `startBytes` or all that it has. */
export type KeptLimit = (start: Buffer) => number;

/** Enough to recognize a container. */
const startBytes = 512;

/** Streams the decoded bytes of a part to `sink`, counts them, and keeps up to `limit` of them. */
export function collectAttachment<Stored>(
  decoder: Transform,
  sink: (bytes: PassThrough) => Promise<Stored>,
  limit: KeptLimit,
): PartCollector<{ size: number; storedAs: Stored; head: KeptBytes }> {
  const out = new PassThrough();
  const head = keepHead(limit);
  let size = 0;
  let isAbandoned = false;
  decoder.on("data", (chunk: Buffer) => {
    size += chunk.length;
    head.add(chunk);
    if (!isAbandoned && !out.write(chunk)) decoder.pause();
  });
  out.on("drain", () => decoder.resume());
  decoder.once("end", () => out.end());
  decoder.once("error", (error) => out.destroy(error));
  // If a sink fails early, the rest is still read, so that the parser does not wait for a drain; `end` reports the failure.
  const abandon = () => {
    isAbandoned = true;
    decoder.resume();
  };
  out.once("error", abandon);
  const stored = sink(out).catch((cause: unknown) => {
    abandon();
    throw new OutsideFailed("The attachment could not be stored.", { cause });
  });
  // Awaited in `end`; until then a failure must not count as unhandled.
  stored.catch(() => undefined);
  return collector(decoder, async () => {
    const storedAs = await stored;
    return { size, head: head.result(), storedAs };
  });
}

function keepHead(limitOf: KeptLimit) {
  let chunks: Buffer[] = [];
  let size = 0;
  let limit: number | null = null;
  let isCut = false;
  const keep = (bytes: Buffer, most: number) => {
    const kept = bytes.subarray(0, Math.max(0, most - size));
    if (kept.length < bytes.length) isCut = true;
    size += kept.length;
    // Copied, because a view would keep the whole chunk in memory.
    if (kept.length > 0) chunks.push(Buffer.from(kept));
  };
  const settle = (): number => {
    const start = Buffer.concat(chunks);
    limit = limitOf(start.subarray(0, startBytes));
    [chunks, size] = [[], 0];
    keep(start, limit);
    return limit;
  };
  return {
    add(chunk: Buffer) {
      const isBegun = limit === null && size + chunk.length >= startBytes;
      if (limit !== null) return keep(chunk, limit);
      keep(chunk, Number.POSITIVE_INFINITY);
      if (isBegun) settle();
    },
    result(): KeptBytes {
      if (limit === null) settle();
      return { bytes: Buffer.concat(chunks), isCut };
    },
  };
}

function collector<Result>(decoder: Transform, result: () => Promise<Result>): PartCollector<Result> {
  const ended = once(decoder, "end");
  // Awaited in `end`; until then a failure must not count as unhandled.
  ended.catch(() => undefined);
  return {
    async write(chunk) {
      if (!decoder.write(chunk)) await Promise.race([once(decoder, "drain"), ended]);
    },
    async end() {
      decoder.end();
      await ended;
      return result();
    },
    abort(error) {
      decoder.destroy(error);
    },
  };
}

/** Stores the streamed bytes of one part and returns where. It must read the stream to its end. */
export type AttachmentSink<Stored> = (meta: PartMeta, bytes: Readable) => Promise<Stored>;

/** Returns a sink that writes each part to a file of its own in `folder`, which is created if missing, and returns its path. */
export function spoolInto(folder: string): AttachmentSink<string> {
  return async (meta, bytes) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Named by position only, so that no name from the mail reaches the file system.
    const path = join(folder, `part-${meta.index}`);
    await pipeline(bytes, createWriteStream(path, { flags: "wx" }));
    return path;
  };
}

/** A sink that reads parts without storing them, if only their size matters. */
export async function discardAttachment(_meta: PartMeta, bytes: Readable): Promise<null> {
  for await (const _chunk of bytes);
  return null;
}

/** What to derive a missing name from; `charset` is the message text's. */
type Nameless = { contentType: string; head: KeptBytes; charset: string | null };

/**
 * Returns a safe file name for a part: never a path, empty, hidden, reserved or in `taken`, to which it is added. Without a given name,
 * an enclosed message is named by its subject, any other part by its type or first bytes.
 */
export async function nameAttachment(given: string | null, part: Nameless, taken: Set<string>): Promise<string> {
  const base = safeFilename(given ?? "") || (await madeUpName(part));
  const name = unusedFilename(base, taken);
  taken.add(name.toLowerCase());
  return name;
}

async function madeUpName({ contentType, head: { bytes }, charset }: Nameless): Promise<string> {
  if (contentType === "message/rfc822" || contentType === "message/global")
    return safeFilename(`${readSubject(bytes, charset).slice(0, 100)}.eml`.replace(/[\\/]/g, "_")) || "message.eml";
  const usual = extensionOf(contentType);
  const isUnknown = contentType === "application/octet-stream" || usual === null;
  const found = isUnknown && bytes.length > 0 ? await fileTypeFromBuffer(bytes) : undefined;
  return `attachment.${found?.ext ?? usual ?? (/^(?:text|message)\//.test(contentType) ? "txt" : "bin")}`;
}

/** The subject of an enclosed message. Its raw bytes are decoded by its own character set, else the outer message's. */
function readSubject(message: Buffer, charset: string | null): string {
  const nodes = new MimeSplitter({ headerBytes: Infinity, parts: Infinity, isRefused: true })
    .take(message, true)
    .map(({ node }) => node);
  const own = nodes.find(({ head }) => isInformativeCharset(head.charset))?.head.charset ?? charset;
  return firstHeader(readHeaders(nodes[0]?.lines ?? [], own), "subject")?.trim() || "message";
}
