import type { MimeNode, SplitterChunk } from "@zone-eu/mailsplit";
import {
  type AttachmentSink,
  collectAttachment,
  collectHead,
  type PartCollector,
  type PartHead,
} from "./collect-part.ts";
import { decodeCharset } from "./decode-charset.ts";
import { nameAttachment } from "./name-attachment.ts";
import { firstHeader, type MailAttachment } from "./parsed-mail.ts";
import { readHeaders } from "./read-headers.ts";

/** One part of the message's tree with what was kept of it. */
export type Part<Stored> = {
  node: MimeNode;
  contentType: string;
  children: Part<Stored>[];
  /** Shown text (all of it, up to the limit), or the first bytes of a report or of a text kept as a file. */
  head: PartHead;
  attachment: MailAttachment<Stored> | null;
};

const reportBytes = 65_536;

/** Reads the splitter's chunks into a tree of parts; each part that is not shown goes to the sink as it streams by. */
export async function readParts<Stored>(
  chunks: AsyncIterable<SplitterChunk>,
  sink: AttachmentSink<Stored>,
  maxTextBytes: number,
): Promise<Part<Stored> | null> {
  const parts = new Map<MimeNode, Part<Stored>>();
  const names = new Set<string>();
  let root: Part<Stored> | null = null;
  let open: PartCollector<void> | null = null;
  try {
    for await (const chunk of chunks) {
      if (chunk.type === "node") {
        await open?.end();
        const part = addPart(chunk);
        root ??= part;
        open = openPart(part);
      } else {
        const part = parts.get(chunk.node);
        // What stands between the parts of a multipart, and after its last one, is not content.
        if (open && part && (chunk.type === "body" || (chunk.node.multipart && part.children.length === 0))) {
          await open.write(chunk.value);
        }
      }
    }
    await open?.end();
  } catch (error) {
    open?.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  return root;

  function addPart(node: MimeNode): Part<Stored> {
    const head = { bytes: Buffer.alloc(0), isCut: false };
    const part: Part<Stored> = { node, contentType: readContentType(node), children: [], head, attachment: null };
    parts.set(node, part);
    if (node.parentNode) parts.get(node.parentNode)?.children.push(part);
    return part;
  }

  function openPart(part: Part<Stored>): PartCollector<void> {
    const decoder = part.node.getDecoder();
    if (part.node.multipart || isBodyPart(part.node, part.contentType)) {
      return keep(collectHead(decoder, maxTextBytes), (head) => {
        part.head = head;
      });
    }
    const { contentType } = part;
    const name = nameAttachment(readPartName(part.node), contentType, names);
    const meta = { index: names.size - 1, name, contentType, contentId: readContentId(part.node) };
    const limit = isReportPart(contentType) || contentType.startsWith("text/") ? reportBytes : 0;
    return keep(
      collectAttachment(decoder, (bytes) => sink(meta, bytes), limit),
      ({ head, ...stored }) => {
        part.head = head;
        part.attachment = { ...meta, isInline: part.node.disposition === "inline", ...stored };
      },
    );
  }
}

function keep<Result>(collector: PartCollector<Result>, use: (result: Result) => void): PartCollector<void> {
  return { ...collector, end: async () => use(await collector.end()) };
}

/** The media type of a part; what is none counts as text/plain (RFC 2045, section 5.2). */
function readContentType(node: MimeNode): string {
  const declared = (node.contentType || "").replace(/\s+/g, "");
  return /^[\w.+-]+\/[\w.+-]+$/.test(declared) ? declared : "text/plain";
}

/** Whether a part is text to be shown; text that comes as a named file is kept as a file. */
function isBodyPart(node: MimeNode, contentType: string): boolean {
  if (contentType !== "text/plain" && contentType !== "text/html") return false;
  if (node.disposition && node.disposition !== "inline") return false;
  const isAlternative = node.parentNode && node.parentNode.multipart === "alternative";
  return node.root || isAlternative || !node.filename;
}

/** Whether a part is about another message: a status, a report, or that message itself. */
export function isReportPart(contentType: string): boolean {
  return contentType.startsWith("message/") || contentType === "text/rfc822-headers";
}

/** The name the sender gave a part, bytes beyond ASCII decoded, or null. */
function readPartName(node: MimeNode): string | null {
  if (!node.filename) return null;
  const isBytes = /[\u0080-\u00FF]/.test(node.filename) && !/[^\0-\u00FF]/.test(node.filename);
  const decoded = isBytes ? decodeCharset(Buffer.from(node.filename, "latin1"), null) : node.filename;
  // A name that decodes to replacement marks was text already, not bytes.
  return decoded.includes("\uFFFD") ? node.filename : decoded;
}

/** The Content-ID of a part without its brackets, or null. */
function readContentId(node: MimeNode): string | null {
  const lines = node.headers ? node.headers.getList().filter((line) => line.key === "content-id") : [];
  const id = firstHeader(readHeaders(lines), "content-id")?.replace(/^[<\s]+|[>\s]+$/g, "");
  return id ? id.slice(0, 500) : null;
}
