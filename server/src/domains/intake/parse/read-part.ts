import type { MimeNode } from "@zone-eu/mailsplit";
import { decodeCharset } from "./decode-charset.ts";
import { firstHeader } from "./parsed-mail.ts";
import { readHeaders } from "./read-headers.ts";

/** The media type of a part; what is none counts as text/plain (RFC 2045, section 5.2). */
export function readContentType(node: MimeNode): string {
  const declared = (node.contentType || "").replace(/\s+/g, "");
  return /^[\w.+-]+\/[\w.+-]+$/.test(declared) ? declared : "text/plain";
}

/** Whether a part is text to be shown; text that comes as a named file is kept as a file. */
export function isBodyPart(node: MimeNode, contentType: string): boolean {
  if (contentType !== "text/plain" && contentType !== "text/html") return false;
  if (node.disposition && node.disposition !== "inline") return false;
  const isAlternative = node.parentNode && node.parentNode.multipart === "alternative";
  return node.root || isAlternative || !node.filename;
}

/** Whether a part tells of another message: a status, a report, or that message itself. */
export function isReportPart(contentType: string): boolean {
  return contentType.startsWith("message/") || contentType === "text/rfc822-headers";
}

/** The name the sender gave a part, bytes beyond ASCII decoded, or null. */
export function readPartName(node: MimeNode): string | null {
  if (!node.filename) return null;
  const isBytes = /[\u0080-\u00FF]/.test(node.filename) && !/[^\0-\u00FF]/.test(node.filename);
  const decoded = isBytes ? decodeCharset(Buffer.from(node.filename, "latin1"), null) : node.filename;
  // A name that decodes to replacement marks was text already, not bytes.
  return decoded.includes("\uFFFD") ? node.filename : decoded;
}

/** The Content-ID of a part without its brackets, or null. */
export function readContentId(node: MimeNode): string | null {
  const lines = node.headers ? node.headers.getList().filter((line) => line.key === "content-id") : [];
  const id = firstHeader(readHeaders(lines), "content-id")?.replace(/^[<\s]+|[>\s]+$/g, "");
  return id ? id.slice(0, 500) : null;
}
