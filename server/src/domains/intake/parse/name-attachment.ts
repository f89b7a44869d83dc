import { fileTypeFromBuffer } from "file-type";
import { safeFilename, unusedFilename } from "../../../platform/storage/safe-filename.ts";
import { extensionOf } from "./media-types.ts";
import { MimeSplitter } from "./mime-splitter.ts";
import { firstHeader } from "./parsed-mail.ts";
import { readHeaders } from "./read-headers.ts";

/**
 * A safe file name for a part: never a path, never empty, not hidden, not reserved, and not yet in `taken`, to which it is
 * added. An enclosed message without a name is called by its subject; any other part by its type, or by what its first bytes are.
 */
export async function nameAttachment(
  given: string | null,
  contentType: string,
  head: Buffer,
  taken: Set<string>,
): Promise<string> {
  const base = safeFilename(given ?? "") || (await madeUpName(contentType, head));
  const name = unusedFilename(base, taken);
  taken.add(name.toLowerCase());
  return name;
}

async function madeUpName(contentType: string, head: Buffer): Promise<string> {
  if (contentType === "message/rfc822" || contentType === "message/global")
    return safeFilename(`${readSubject(head).slice(0, 100)}.eml`.replace(/[\\/]/g, "_")) || "message.eml";
  const isUnknown = contentType === "application/octet-stream" || extensionOf(contentType) === null;
  const found = isUnknown && head.length > 0 ? await fileTypeFromBuffer(head) : undefined;
  return `attachment.${found?.ext ?? extensionOf(contentType) ?? "bin"}`;
}

function readSubject(head: Buffer): string {
  const [message] = new MimeSplitter({ headerBytes: Infinity, parts: Infinity }).take(head, true);
  return firstHeader(readHeaders(message?.node.lines ?? []), "subject")?.trim() || "message";
}
