import type { MimeNode, SplitterChunk } from "@zone-eu/mailsplit";
import { collectAttachment, collectHead, type PartCollector, type PartHead } from "./collect-part.ts";
import { nameAttachment } from "./name-attachment.ts";
import type { MailAttachment } from "./parsed-mail.ts";
import { isBodyPart, isReportPart, readContentId, readContentType, readPartName } from "./read-part.ts";
import type { AttachmentSink } from "./spool-attachment.ts";

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
