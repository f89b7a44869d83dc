import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What is known of a part before its bytes have been read. */
export type PartMeta = { index: number; name: string; contentType: string; contentId: string | null };

/** Takes the bytes of one part as they stream by, and answers where it put them. It must read the stream to its end. */
export type AttachmentSink<Stored> = (meta: PartMeta, bytes: Readable) => Promise<Stored>;

/** A sink that writes each part to its own file in `folder` (made when missing) and answers the file's path. */
export function spoolInto(folder: string): AttachmentSink<string> {
  return async (meta, bytes) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Named by position only: nothing of the mail's own names reaches the file system.
    const path = join(folder, `part-${meta.index}`);
    await pipeline(bytes, createWriteStream(path, { flags: "wx" }));
    return path;
  };
}

/** A sink that reads parts past without keeping them, where only their size and hashes are of interest. */
export async function discardAttachment(_meta: PartMeta, bytes: Readable): Promise<null> {
  for await (const _chunk of bytes);
  return null;
}
