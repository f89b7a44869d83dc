import {
  type AttachmentSink,
  collectAttachment,
  collectHead,
  type KeptBytes,
  type PartCollector,
} from "./collect-part.ts";
import { typeOfName } from "./media-types.ts";
import type { MimeEvent, MimeNode } from "./mime-splitter.ts";
import { nameAttachment } from "./name-attachment.ts";
import type { MailAttachment } from "./parsed-mail.ts";
import { readFilename } from "./read-part-head.ts";
import { findTextCharset } from "./text-charset.ts";
import { takeUuencoded, transferDecoder } from "./transfer-decoder.ts";

/** One part of the message's tree with what was kept of it. */
export type Part<Stored> = {
  node: MimeNode;
  contentType: string;
  children: Part<Stored>[];
  /** Shown text (all of it, up to the limit), or the first bytes of a report, of a text kept as a file, of what has no name. */
  head: KeptBytes;
  attachment: MailAttachment<Stored> | null;
};

const reportBytes = 65_536;
// Enough to know a file by its first bytes.
const nameless = 4_100;

// As many as a mail may have parts: a text can hold a hundred thousand files of a byte each.
const mostFiles = 500;

/** Reads the splitter's events into a tree of parts; each part that is not shown goes to the sink as it streams by. */
export async function readParts<Stored>(
  events: AsyncIterable<MimeEvent>,
  sink: AttachmentSink<Stored>,
  maxTextBytes: number,
): Promise<Part<Stored> | null> {
  const parts = new Map<MimeNode, Part<Stored>>();
  const files: { part: Part<Stored>; attachment: MailAttachment<Stored>; given: string | null }[] = [];
  let count = 0;
  let root: Part<Stored> | null = null;
  let open: PartCollector<void> | null = null;
  try {
    for await (const { node, body } of events) {
      if (body === null) {
        await open?.end();
        const part = addPart(node);
        root ??= part;
        open = openPart(part);
        // What stands between the parts of a multipart, and after its last one, is not content.
      } else if (open && (node.head.multipart === null || !node.isSplit)) await open.write(body);
    }
    await open?.end();
    await nameFiles();
  } catch (error) {
    open?.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  return root;

  /** Names the files at last, when all is known that explains the bytes of their names. */
  async function nameFiles(): Promise<void> {
    const charset = findTextCharset([...parts.values()]);
    const names = new Set<string>();
    for (const { part, attachment, given } of files) {
      const name = given ?? readFilename(part.node.head, charset);
      attachment.name = await nameAttachment(name, { ...part, charset }, names);
    }
  }

  function addPart(node: MimeNode): Part<Stored> {
    const head = { bytes: Buffer.alloc(0), isCut: false };
    const part: Part<Stored> = { node, contentType: node.head.contentType, children: [], head, attachment: null };
    parts.set(node, part);
    if (node.parent) parts.get(node.parent)?.children.push(part);
    return part;
  }

  function openPart(part: Part<Stored>): PartCollector<void> {
    const { head } = part.node;
    if (head.multipart !== null || isBodyPart(part.node)) {
      const decoder = transferDecoder(head.multipart === null ? head.encoding : null);
      return keep(collectHead(decoder, maxTextBytes), async (kept) => {
        part.head = part.contentType === "text/plain" && !kept.isCut ? await keepFiles(part, kept) : kept;
      });
    }
    const meta = { index: count++, contentType: part.contentType, contentId: head.contentId };
    const collector = collectAttachment(
      transferDecoder(head.encoding),
      (bytes) => sink(meta, bytes),
      keptBytes(part.node),
    );
    return keep(collector, async ({ head: kept, ...stored }) => {
      part.head = kept;
      part.attachment = { ...meta, name: "", isInline: head.disposition === "inline", ...stored };
      files.push({ part, attachment: part.attachment, given: null });
    });
  }

  /** Keeps the files inside a text as parts of it, and returns the text without them. */
  async function keepFiles(part: Part<Stored>, kept: KeptBytes): Promise<KeptBytes> {
    const { rest, files: found } = takeUuencoded(kept.bytes);
    if (count + found.length > mostFiles) return kept;
    for (const file of found) {
      const contentType = typeOfName(file.name) ?? "application/octet-stream";
      const meta = { index: count++, contentType, contentId: null };
      const collector = collectAttachment(transferDecoder(null), (bytes) => sink(meta, bytes), 0);
      await collector.write(file.bytes);
      const { head, ...stored } = await collector.end();
      const attachment = { ...meta, name: "", isInline: false, ...stored };
      const child = { node: part.node, contentType, children: [], head, attachment };
      part.children.push(child);
      files.push({ part: child, attachment, given: file.name });
    }
    return { ...kept, bytes: rest };
  }
}

function keep<Result>(
  collector: PartCollector<Result>,
  use: (result: Result) => void | Promise<void>,
): PartCollector<void> {
  return { ...collector, end: async () => use(await collector.end()) };
}

function keptBytes({ head: { contentType, filename }, parent }: MimeNode): number {
  if (parent === null || isReportPart(contentType) || contentType.startsWith("text/")) return reportBytes;
  return filename === null ? nameless : 0;
}

const shownTypes = ["text/plain", "text/html", "text/enriched", "text/richtext"];

/** Whether a part is text to be shown; text that comes as a named file is kept as a file. */
function isBodyPart({ head, parent }: MimeNode): boolean {
  if (!shownTypes.includes(head.contentType)) return false;
  if (head.disposition && head.disposition !== "inline") return false;
  return parent === null || parent.head.multipart === "alternative" || !head.filename;
}

/** Whether a part is about another message: a status, a report, or that message itself. */
export function isReportPart(contentType: string): boolean {
  return contentType.startsWith("message/") || contentType === "text/rfc822-headers";
}
