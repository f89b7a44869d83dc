import { fileTypeFromBuffer } from "file-type";
import { safeFilename, unusedFilename } from "../../../platform/storage/safe-filename.ts";
import type { KeptBytes } from "./collect-part.ts";
import { isTellingCharset } from "./decode-charset.ts";
import { extensionOf } from "./media-types.ts";
import { MimeSplitter } from "./mime-splitter.ts";
import { firstHeader } from "./parsed-mail.ts";
import { readHeaders } from "./read-headers.ts";

/** What a name is made of where none was given; `charset` is that of the message's text. */
type Nameless = { contentType: string; head: KeptBytes; charset: string | null };

/**
 * A safe file name for a part: never a path, never empty, not hidden, not reserved, and not yet in `taken`, to which it is
 * added. An enclosed message without a name is called by its subject; any other part by its type, or by what its first bytes are.
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

/** The subject of an enclosed message, raw bytes of which are of what it declares itself before what the outer one does. */
function readSubject(message: Buffer, charset: string | null): string {
  const nodes = new MimeSplitter({ headerBytes: Infinity, parts: Infinity, isRefused: true })
    .take(message, true)
    .map(({ node }) => node);
  const own = nodes.find(({ head }) => isTellingCharset(head.charset))?.head.charset ?? charset;
  return firstHeader(readHeaders(nodes[0]?.lines ?? [], own), "subject")?.trim() || "message";
}
