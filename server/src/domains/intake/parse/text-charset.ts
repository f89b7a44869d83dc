import { guessTelling, isTellingCharset } from "./decode-charset.ts";
import type { Part } from "./read-parts.ts";

/**
 * The character set that a message's raw header fields and file names are likely to be of: what its first text declares, then
 * any other part, else what the letters of its text look like; null where nothing says more than UTF-8 or ASCII do.
 */
export function findTextCharset(parts: readonly Part<unknown>[]): string | null {
  // A guess takes time, and few mails have raw bytes there.
  if (!parts.some(mayBeAsked)) return null;
  const texts = parts.filter(({ contentType, attachment }) => contentType.startsWith("text/") && attachment === null);
  for (const part of [...texts, ...parts]) {
    const declared = declaredCharset(part);
    if (isTellingCharset(declared, part.head.bytes)) return declared;
  }
  for (const { head } of texts) {
    const guess = guessTelling(head.bytes);
    if (guess !== null) return guess;
  }
  return null;
}

/** Whether a part has raw bytes in its name, the message's header, or the subject of an enclosed one. */
function mayBeAsked({ node, contentType }: Part<unknown>): boolean {
  if (node.head.rawNames !== null || contentType.startsWith("message/")) return true;
  return node.lines.some(({ line }) => /[^\0-\x7F]/.test(line));
}

/** The character set that a part declares in its header or, where that is silent, in its HTML. */
export function declaredCharset({ node, contentType, head }: Part<unknown>): string | null {
  return node.head.charset ?? (contentType === "text/html" ? charsetOfPage(head.bytes) : null);
}

function charsetOfPage(bytes: Buffer): string | null {
  return (
    /<meta\s[^>]{0,300}charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(bytes.toString("latin1", 0, 4_096))?.[1] ??
    null
  );
}
