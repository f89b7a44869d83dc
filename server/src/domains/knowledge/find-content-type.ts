import { fileTypeFromBuffer } from "file-type";

/** What kind of file these bytes are, whatever its name says; text and what nobody knows are distinguished by decoding them. */
export async function findContentType(bytes: Uint8Array): Promise<string> {
  const known = await fileTypeFromBuffer(bytes);
  if (known) return known.mime;
  return isText(bytes) ? "text/plain" : "application/octet-stream";
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    // Not UTF-8, so not a text that everybody can read.
    return false;
  }
}
