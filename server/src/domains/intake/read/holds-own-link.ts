import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { discardAttachment } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { type ParsedMail, UnparsableMail } from "../parse/parsed-mail.ts";

type IsFound = (text: string) => boolean;

/** Mails in mails that are opened; nobody passes one on that often. */
const maxDepth = 5;
const maxTextBytes = 2_097_152;

/**
 * Whether a mail holds a link that `isFound` finds: in what it says, in a file of text, or in a mail that it encloses. Of
 * files that were not kept only the mail itself is read.
 */
export async function holdsOwnLink(parsed: ParsedMail<string | null>, isFound: IsFound): Promise<boolean> {
  if (isSaid(parsed, isFound)) return true;
  for (const { contentType, name, storedAs } of parsed.attachments) {
    const kind = kindOf(contentType, name);
    if (kind && storedAs !== null && (await inPart(kind, createReadStream(storedAs), isFound, 1))) return true;
  }
  return false;
}

function isSaid({ subject, text, html }: ParsedMail<unknown>, isFound: IsFound): boolean {
  return [subject, text, html ?? ""].some(isFound);
}

/** How a file is read; Outlook's own (.msg) has its text in it, with a zero behind each letter. */
function kindOf(contentType: string, name = ""): "mail" | "text" | null {
  if (contentType === "message/rfc822" || contentType === "message/global" || /\.eml$/i.test(name)) return "mail";
  const isText = /^(?:text|message)\/|^application\/vnd\.ms-outlook$/.test(contentType);
  return isText || /\.(?:msg|html?|txt)$/i.test(name) ? "text" : null;
}

async function inPart(kind: "mail" | "text", bytes: Readable, isFound: IsFound, depth: number): Promise<boolean> {
  if (kind === "mail") return inMail(bytes, isFound, depth);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    if (size < maxTextBytes) chunks.push(Buffer.from(chunk));
    size += chunk.length;
  }
  return isFound(Buffer.concat(chunks).toString("latin1").replaceAll("\0", ""));
}

async function inMail(bytes: Readable, isFound: IsFound, depth: number): Promise<boolean> {
  let isInside = false;
  try {
    const parsed = await parseMail(bytes, {
      onAttachment: async (meta, part) => {
        const kind = depth < maxDepth ? kindOf(meta.contentType) : null;
        if (kind === null) return discardAttachment(meta, part);
        if (await inPart(kind, part, isFound, depth + 1)) isInside = true;
        return null;
      },
    });
    return isInside || isSaid(parsed, isFound);
  } catch (error) {
    // What cannot be read as a mail shows nobody a link; what was found before that counts.
    if (error instanceof UnparsableMail) return isInside;
    throw error;
  }
}
