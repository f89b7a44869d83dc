import { foldArmour } from "../containers/fold-armour.ts";
import {
  type AttachmentSink,
  collectAttachment,
  collectHead,
  type KeptBytes,
  type KeptLimit,
  nameAttachment,
  type PartCollector,
} from "./collect-part.ts";
import { guessInformative, isInformativeCharset } from "./decode-charset.ts";
import { type MimeEvent, type MimeNode, MimeSplitter } from "./mime-splitter.ts";
import { type Contents, mayHold, openLimits, openPart } from "./open-part.ts";
import type { MailAttachment } from "./parsed-mail.ts";
import { type PartHead, readFilename, readPartHead, typeOfName } from "./read-part-head.ts";
import { takeUuencoded, transferDecoder } from "./transfer-decoder.ts";

/** A part in the message's tree, with what was kept of it. */
export type Part<Stored> = {
  node: MimeNode;
  contentType: string;
  children: Part<Stored>[];
  /** A shown text up to the limit, or the first bytes of a report, of a text file, or of a part without a name. */
  head: KeptBytes;
  attachment: MailAttachment<Stored> | null;
  /** The content of a container; `inner` is the message in it. */
  contents: Contents | null;
  inner: Part<Stored> | null;
  /** For a text, what its PGP armour contained. */
  armour: { isSigned: boolean; isEncrypted: boolean } | null;
};

/** The bytes to read of each shown part, and the depth to open enclosed messages. */
export type ReadLimits = { textBytes: number; openDepth: number };

const reportBytes = 65_536;
// Enough to recognize a file type by its first bytes.
const sniffedBytes = 4_100;

// The limit of parts also applies to files in a text, which can contain a hundred thousand of one byte each.
const mostFiles = 500;

/** Reads the splitter's events into a tree of parts, and streams each part that is not shown to the sink. */
export async function readParts<Stored>(
  events: AsyncIterable<MimeEvent>,
  sink: AttachmentSink<Stored>,
  limits: ReadLimits,
): Promise<Part<Stored> | null> {
  const reader = new PartReader(sink, limits);
  const root = await reader.read(events, { depth: 0, isWithin: false });
  await reader.nameFiles();
  return root;
}

/** The depth of a part in enclosed messages, and whether it is inside an enclosed mail. */
type Place = { depth: number; isWithin: boolean };

/** A file inside another part, with its name and type there. */
type InnerFile = { name: string; contentType: string | null; contentId: string | null; bytes: Buffer };

class PartReader<Stored> {
  readonly #sink: AttachmentSink<Stored>;
  readonly #limits: ReadLimits;
  readonly #parts = new Map<MimeNode, Part<Stored>>();
  readonly #files: { part: Part<Stored>; attachment: MailAttachment<Stored>; given: string | null }[] = [];
  #count = 0;
  /** The bytes that may still be read from enclosed content. */
  #left = openLimits.bytes;

  constructor(sink: AttachmentSink<Stored>, limits: ReadLimits) {
    this.#sink = sink;
    this.#limits = limits;
  }

  async read(events: Iterable<MimeEvent> | AsyncIterable<MimeEvent>, place: Place): Promise<Part<Stored> | null> {
    let root: Part<Stored> | null = null;
    let open: PartCollector<void> | null = null;
    try {
      for await (const { node, body } of events) {
        if (body === null) {
          await open?.end();
          const part = this.#addPart(node);
          root ??= part;
          open = this.#openPart(part, place);
          // Text between the parts of a multipart, and after the last one, is not content.
        } else if (open && (node.head.multipart === null || !node.isSplit)) await open.write(body);
      }
      await open?.end();
    } catch (error) {
      open?.abort(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    return root;
  }

  /** Names the files last, when the character set of their names is known. */
  async nameFiles(): Promise<void> {
    const charset = findTextCharset([...this.#parts.values()]);
    const names = new Set<string>();
    for (const { part, attachment, given } of this.#files) {
      if (part.attachment === null) continue;
      const name = given ?? readFilename(part.node.head, charset);
      attachment.name = await nameAttachment(name, { ...part, charset }, names);
    }
  }

  #addPart(node: MimeNode): Part<Stored> {
    const part = emptyPart<Stored>(node);
    this.#parts.set(node, part);
    if (node.parent) this.#parts.get(node.parent)?.children.push(part);
    return part;
  }

  #openPart(part: Part<Stored>, place: Place): PartCollector<void> {
    const { head } = part.node;
    if (head.multipart !== null || isBodyPart(part.node)) {
      const decoder = transferDecoder(head.multipart === null ? head.encoding : null, { isBody: true });
      return keep(collectHead(decoder, this.#limits.textBytes), async (kept) => {
        part.head = part.contentType === "text/plain" && !kept.isCut ? await this.#keepFiles(part, kept, place) : kept;
      });
    }
    const meta = { index: this.#count++, contentType: part.contentType, contentId: head.contentId };
    const collector = collectAttachment(
      transferDecoder(head.encoding),
      (bytes) => this.#sink(meta, bytes),
      keptOf(part.node, keptBytes(part.node)),
    );
    return keep(collector, async ({ head: kept, ...stored }) => {
      part.head = kept;
      part.attachment = { ...meta, name: "", isInline: head.disposition === "inline", isWithin: false, ...stored };
      await this.#settle(part, null, place);
    });
  }

  /** Opens a file that was read, and records its place. */
  async #settle(part: Part<Stored>, given: string | null, place: Place): Promise<void> {
    const { attachment } = part;
    if (attachment === null) return;
    if (place.isWithin) Object.assign(attachment, { isWithin: true, isInline: false, contentId: null });
    this.#files.push({ part, attachment, given });
    part.contents = this.#contentsOf(part, place);
    if (part.contents === null) return;
    await this.#takeOut(part, part.contents, place);
    if (isReplaced(part, place)) part.attachment = null;
  }

  #contentsOf({ node, head: { bytes, isCut } }: Part<Stored>, { depth }: Place): Contents | null {
    if (depth >= this.#limits.openDepth) return null;
    const contents = openPart(node, bytes, this.#left);
    if (contents === null || contents.kind === "signature" || contents.kind === "encrypted") return contents;
    const size = "bytes" in contents ? contents.bytes.length : bytes.length;
    if (isCut || size > this.#left) return null;
    this.#left -= size;
    return contents;
  }

  async #takeOut(part: Part<Stored>, contents: Contents, place: Place): Promise<void> {
    if (contents.kind === "body" || contents.kind === "mail") {
      const isWithin = place.isWithin || contents.kind === "mail";
      part.inner = await this.read(this.#split(contents.bytes), { depth: place.depth + 1, isWithin });
    } else if (contents.kind === "file") {
      const name = (part.node.head.filename ?? "").replace(/\.p7[mz]$/i, "");
      await this.#takeOutFiles(part, [{ ...noDetails, name, bytes: contents.bytes }], place);
    } else if (contents.kind === "outlook") await this.#takeOutFiles(part, contents.message.files, place);
  }

  async #takeOutFiles(part: Part<Stored>, files: readonly InnerFile[], place: Place): Promise<void> {
    for (const file of files) await this.#addFile(part, file, { ...place, depth: place.depth + 1 });
  }

  #split(bytes: Buffer): MimeEvent[] {
    // Parts beyond the limit become one file, so that the outer mail is still read.
    const parts = Math.max(2, mostFiles - this.#parts.size);
    return new MimeSplitter({ headerBytes: reportBytes, parts, isRefused: false }).take(bytes, true);
  }

  /** Stores files inside a text as child parts, and returns the text without them and without PGP armour. */
  async #keepFiles(part: Part<Stored>, kept: KeptBytes, place: Place): Promise<KeptBytes> {
    const { rest, files: found } = takeUuencoded(kept.bytes);
    const folded = foldArmour(rest.includes("-----BEGIN PGP ") ? rest.toString("latin1").replaceAll("\r\n", "\n") : "");
    if (this.#count + found.length > mostFiles) return kept;
    const armoured = folded.files.map(({ text, ...file }) => ({ ...file, bytes: Buffer.from(text, "latin1") }));
    for (const file of [...found, ...armoured]) await this.#addFile(part, { ...noDetails, ...file }, place);
    if (folded.isSigned || folded.isEncrypted) part.armour = folded;
    const isFolded = folded.isSigned || folded.files.length > 0;
    return { ...kept, bytes: isFolded ? Buffer.from(folded.text, "latin1") : rest };
  }

  /** Adds a file inside a part as a child, as if it were a part of the message. */
  async #addFile(part: Part<Stored>, { name, contentId, bytes, ...given }: InnerFile, place: Place): Promise<void> {
    if (this.#count >= mostFiles) return;
    const contentType = given.contentType ?? typeOfName(name) ?? "application/octet-stream";
    const meta = { index: this.#count++, contentType, contentId };
    const node = { ...part.node, lines: [], head: headOf({ name, contentType, contentId }) };
    const collector = collectAttachment(
      transferDecoder(null),
      (stream) => this.#sink(meta, stream),
      keptOf(node, name === "" ? sniffedBytes : 0),
    );
    await collector.write(bytes);
    const { head, ...stored } = await collector.end();
    const attachment = { ...meta, name: "", isInline: contentId !== null, isWithin: false, ...stored };
    const child = { ...emptyPart<Stored>(node), contentType, head, attachment };
    part.children.push(child);
    await this.#settle(child, name || null, place);
  }
}

/** How much is kept of a part: all of a possible container, else the usual amount. */
function keptOf(node: MimeNode, usual: number): KeptLimit {
  return (start) => (mayHold(node, start) ? openLimits.bytes : usual);
}

const noDetails = { contentType: null, contentId: null };

function emptyPart<Stored>(node: MimeNode): Part<Stored> {
  const head = { bytes: Buffer.alloc(0), isCut: false };
  const empty = { children: [], attachment: null, contents: null, inner: null, armour: null };
  return { node, contentType: node.head.contentType, head, ...empty };
}

/** Returns a head for a file without one. */
function headOf({
  name,
  contentType,
  contentId,
}: Pick<PartHead, "contentType" | "contentId"> & { name: string }): PartHead {
  return { ...readPartHead([], null), contentType, filename: name || null, contentId, disposition: "attachment" };
}

/** Whether a part is no file of its own, because its content was taken out or, inside an enclosed mail, belongs to that file. */
function isReplaced<Stored>({ contents, inner }: Part<Stored>, { isWithin }: Place): boolean {
  if (contents?.kind === "outlook") return !contents.message.isCut;
  if (contents?.kind === "encrypted") return contents.by === "pgp";
  return contents?.kind === "signature" || (inner !== null && (contents?.kind === "body" || isWithin));
}

function keep<Result>(
  collector: PartCollector<Result>,
  use: (result: Result) => void | Promise<void>,
): PartCollector<void> {
  return { ...collector, end: async () => use(await collector.end()) };
}

function keptBytes({ head: { contentType, filename }, parent }: MimeNode): number {
  if (parent === null || isReportPart(contentType) || contentType.startsWith("text/")) return reportBytes;
  return filename === null ? sniffedBytes : 0;
}

const shownTypes = ["text/plain", "text/html", "text/enriched", "text/richtext"];

/** Whether a part is text to be shown; a named text is a file. */
function isBodyPart({ head, parent }: MimeNode): boolean {
  if (!shownTypes.includes(head.contentType)) return false;
  if (head.disposition && head.disposition !== "inline") return false;
  return parent === null || parent.head.multipart === "alternative" || !head.filename;
}

/** Whether a part is about another message: a status, a report, or that message itself. */
export function isReportPart(contentType: string): boolean {
  return contentType.startsWith("message/") || contentType === "text/rfc822-headers";
}

/**
 * Returns the likely character set of raw header fields and file names: the first text's declaration, then any part's, else a guess from
 * the text; null if nothing says more than UTF-8 or ASCII.
 */
export function findTextCharset(parts: readonly Part<unknown>[]): string | null {
  // Skips the search unless raw bytes need it, as guessing takes time and few mails have any.
  if (!parts.some(hasRawText)) return null;
  const texts = parts.filter(({ contentType, attachment }) => contentType.startsWith("text/") && attachment === null);
  for (const part of [...texts, ...parts]) {
    const declared = declaredCharset(part);
    if (isInformativeCharset(declared, part.head.bytes)) return declared;
  }
  for (const { head } of texts) {
    const guess = guessInformative(head.bytes);
    if (guess !== null) return guess;
  }
  return null;
}

/** Whether a part has raw bytes in its name or header, or may have them in an enclosed subject. */
function hasRawText({ node, contentType }: Part<unknown>): boolean {
  if (node.head.rawNames !== null || contentType.startsWith("message/")) return true;
  return node.lines.some(({ line }) => /[^\0-\x7F]/.test(line));
}

/** Returns the character set that a part declares in its header, else in its HTML. */
export function declaredCharset({ node, contentType, head }: Part<unknown>): string | null {
  return node.head.charset ?? (contentType === "text/html" ? charsetOfPage(head.bytes) : null);
}

function charsetOfPage(bytes: Buffer): string | null {
  return (
    /<meta\s[^>]{0,300}charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(bytes.toString("latin1", 0, 4_096))?.[1] ??
    null
  );
}
