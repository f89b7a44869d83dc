import { UnparsableMail } from "./parsed-mail.ts";
import {
  type HeaderLine,
  isEmptyLine,
  isHeaderLine,
  isKnownHeaderLine,
  isPlainLine,
  mostPlain,
} from "./read-headers.ts";
import { type PartHead, readPartHead } from "./read-part-head.ts";

/**
 * One part of a message: its raw header lines (only the message's own, to save memory) and what they say about its body. `plainBytes` is
 * the length of the message's header if every program reads it the same way (`isPlainLine`), else null.
 */
export type MimeNode = {
  parent: MimeNode | null;
  lines: readonly HeaderLine[];
  head: PartHead;
  isSplit: boolean;
  plainBytes: number | null;
};

/** A part whose header has been read, or encoded bytes of its body. */
export type MimeEvent = { node: MimeNode; body: Buffer | null };

/**
 * Limits against attacks: the bytes of a part's header, and the number of parts, which also bounds their nesting. Beyond these a mail is
 * refused, or, without `isRefused`, the rest of the header is skipped and the other parts become one file.
 */
type MimeLimits = { headerBytes: number; parts: number; isRefused: boolean };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
// Longer than any boundary line: RFC 2046 allows 70 characters.
const maxBoundaryLine = 4_096;

/**
 * Splits a streamed message into its parts (RFC 2046) and holds at most a header or a line of it. As tolerant as mail programs: allows
 * blanks after a boundary; a boundary of any outer multipart ends the inner parts, closed or not; a multipart with a missing or wrong
 * boundary adopts the line before a part's header; a header without a blank line ends where no field follows. Enclosed messages are
 * not opened.
 */
export class MimeSplitter {
  private readonly limits: MimeLimits;
  private rest: Buffer = Buffer.alloc(0);
  private at = 0;
  private isLast = false;
  private events: MimeEvent[] = [];
  private node: MimeNode | null = null;
  private parts = 1;
  /** The header that is being read; null while a body is read. */
  private head: OpenHead | null;
  private isLineStart = false;
  /** The multiparts that wait for their boundaries, the innermost last. */
  private readonly open: { node: MimeNode; boundaries: Set<string> }[] = [];
  private readonly byBoundary = new Map<string, MimeNode[]>();

  constructor(limits: MimeLimits) {
    this.limits = limits;
    this.head = newHead(null);
  }

  /** Takes the next or last bytes and returns what they complete. Throws UnparsableMail beyond the limits. */
  take(chunk: Buffer, isLast: boolean): MimeEvent[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    this.at = 0;
    this.isLast = isLast;
    this.events = [];
    while (this.head === null ? this.readBody() : this.readHeaderLine()) {
      // Each call takes a line, or the body up to a boundary.
    }
    this.rest = this.rest.subarray(this.at);
    return this.events;
  }

  private readHeaderLine(): boolean {
    const { head, rest } = this;
    if (head === null) return true;
    const end = this.lineEnd(this.at);
    if (end === -1) {
      if (head.bytes + rest.length - this.at > this.limits.headerBytes) this.passOver(head);
      return false;
    }
    if (head.isInLongLine) {
      head.isInLongLine = false;
      this.at = end;
      return true;
    }
    const line = textOf(rest, this.at, end);
    const isRootStart = head.parent === null && head.lines.length === 0;
    if (line === "" && this.at < end) {
      if (isRootStart) return this.passBlankLines(end);
      head.isEnded = isEmptyLine(rest, this.at, end);
      return this.beginBodyAt(end);
    }
    const boundary = line.startsWith("--") ? this.findBoundary(line) : null;
    if (boundary !== null || end === this.at) {
      this.beginBodyAt(end);
      if (boundary === null) return false;
      this.cross(boundary);
      return true;
    }
    const kind = this.kindOf(line, isRootStart && !head.isOpened, end);
    if (kind === "wait") return false;
    if (kind === "body") return this.beginBodyAt(this.at);
    head.isOpened = true;
    head.isPlain &&= head.parent === null && (kind === "field" || kind === "fold") && isPlainLine(rest, this.at, end);
    head.bytes += end - this.at;
    head.count += 1;
    if (head.bytes > this.limits.headerBytes) this.refuse("A header is too long.");
    else addLine(head.lines, kind, line);
    this.at = end;
    return true;
  }

  /** Skips an unfinished line that exceeds the limit, and the rest of its header. */
  private passOver(head: OpenHead): void {
    this.refuse("A header is too long.");
    head.bytes = this.limits.headerBytes;
    head.isInLongLine = true;
    head.isOpened = true;
    this.at = this.rest.length;
  }

  private refuse(reason: string): void {
    if (this.limits.isRefused) throw new UnparsableMail("limit_exceeded", reason);
  }

  /** Skips blank lines before the header and records them by a line that is no field; without a header behind them they end it. */
  private passBlankLines(end: number): boolean {
    let next = end;
    for (let count = 0; count < 50; count++) {
      const lineEnd = this.lineEnd(next);
      if (lineEnd === -1 && this.rest.length - next < maxBoundaryLine) return false;
      const line = lineEnd === -1 ? "" : textOf(this.rest, next, lineEnd);
      if (isKnownHeaderLine(line) || /^>?From /.test(line)) {
        this.head?.lines.push({ key: "", line: "" });
        if (this.head) this.head.isPlain = false;
        this.at = next;
        return true;
      }
      if (line !== "" || lineEnd <= next) break;
      next = lineEnd;
    }
    return this.beginBodyAt(end);
  }

  // A line that is no field is skipped if the header continues after it; otherwise the body has begun.
  private kindOf(line: string, isFirst: boolean, end: number): "field" | "fold" | "junk" | "skip" | "body" | "wait" {
    if (isFirst && /^(?:>?From |POST )/.test(line)) return "skip";
    if (/^[ \t]/.test(line) && (this.head?.lines.length ?? 0) > 0) return "fold";
    if (isHeaderLine(line)) return "field";
    const next = this.lineEnd(end);
    if (next === -1 && this.rest.length - end < maxBoundaryLine) return "wait";
    return next > end && isKnownHeaderLine(textOf(this.rest, end, next)) ? "junk" : "body";
  }

  private beginBodyAt(start: number): true {
    this.at = start;
    if (this.head === null) return true;
    const { parent, lines, bytes, count, isPlain, isEnded } = this.head;
    const head = readPartHead(lines, parent?.head ?? null);
    const isBounded = count > 0 && count <= mostPlain.lines && bytes < mostPlain.bytes;
    const plainBytes = isPlain && isEnded && isBounded ? bytes : null;
    const node: MimeNode = { parent, lines: parent === null ? lines : [], head, isSplit: false, plainBytes };
    this.head = null;
    this.node = node;
    this.isLineStart = true;
    this.events.push({ node, body: null });
    if (node.head.multipart === null) return true;
    const entry = { node, boundaries: new Set<string>() };
    this.open.push(entry);
    for (const boundary of node.head.boundaries) this.addBoundary(entry, boundary);
    return true;
  }

  private readBody(): boolean {
    let from = this.at;
    for (let isStart = this.isLineStart; this.open.length > 0; isStart = false) {
      const start = isStart && startsWithDashes(this.rest, from) ? from : this.nextDashes(from);
      if (start === -1) break;
      const end = this.lineEnd(start);
      if (end === -1 && this.rest.length - start < maxBoundaryLine) return this.waitAt(start);
      const line = end === -1 || end - start > maxBoundaryLine ? "" : textOf(this.rest, start, end);
      const boundary = line === "" ? null : (this.findBoundary(line) ?? this.adoptBoundary(line, end));
      if (boundary === "wait") return this.waitAt(start);
      if (boundary !== null) {
        this.emit(this.beforeBreak(start));
        this.at = end;
        this.cross(boundary);
        return true;
      }
      from = start + 1;
    }
    this.emit(this.isLast || this.open.length === 0 ? this.rest.length : this.beforePartialLine());
    return false;
  }

  private nextDashes(from: number): number {
    const before = this.rest.indexOf("\n--", from);
    return before === -1 ? -1 : before + 1;
  }

  private waitAt(start: number): boolean {
    this.emit(this.beforeBreak(start));
    return false;
  }

  private emit(end: number): void {
    if (end <= this.at) return;
    if (this.node !== null) this.events.push({ node: this.node, body: this.rest.subarray(this.at, end) });
    this.at = end;
    this.isLineStart = false;
  }

  /** The end of the text before a boundary line; the line break before it belongs to the boundary. */
  private beforeBreak(start: number): number {
    if (start <= this.at || this.rest[start - 1] !== lineFeed) return start;
    return start - 2 >= this.at && this.rest[start - 2] === carriageReturn ? start - 2 : start - 1;
  }

  /** The end of the bytes that cannot belong to a boundary line completed by the next bytes. */
  private beforePartialLine(): number {
    const { rest } = this;
    const last = rest.lastIndexOf(lineFeed);
    const isPartial =
      last >= this.at && rest.length - last <= 2 && "--".startsWith(textOf(rest, last + 1, rest.length));
    if (isPartial) return this.beforeBreak(last + 1);
    if (this.isLineStart && rest.length - this.at < 2) return this.at;
    return rest.length > this.at && rest.at(-1) === carriageReturn ? rest.length - 1 : rest.length;
  }

  private findBoundary(line: string): { node: MimeNode; isEnd: boolean } | null {
    const name = line.slice(2).trimEnd();
    const node = this.byBoundary.get(name)?.at(-1);
    if (node) return { node, isEnd: false };
    const ended = name.endsWith("--") ? this.byBoundary.get(name.slice(0, -2).trimEnd())?.at(-1) : undefined;
    return ended ? { node: ended, isEnd: true } : null;
  }

  /** Adopts a line as boundary of a multipart that has found none so far, if a part's header follows. */
  private adoptBoundary(line: string, end: number): { node: MimeNode; isEnd: boolean } | "wait" | null {
    const entry = this.open.at(-1);
    const name = line.slice(2).trimEnd();
    if (!entry || entry.node !== this.node || entry.node.isSplit || name === "" || /^[-=_*~ ]*$/.test(name))
      return null;
    const next = this.lineEnd(end);
    if (next === -1 && this.rest.length - end < maxBoundaryLine) return "wait";
    if (next === -1 || !/^content-[a-z-]{1,40}[ \t]*:/i.test(textOf(this.rest, end, next))) return null;
    this.addBoundary(entry, name);
    return { node: entry.node, isEnd: false };
  }

  private addBoundary(entry: { node: MimeNode; boundaries: Set<string> }, boundary: string): void {
    if (entry.boundaries.has(boundary)) return;
    entry.boundaries.add(boundary);
    const nodes = this.byBoundary.get(boundary);
    if (nodes) nodes.push(entry.node);
    else this.byBoundary.set(boundary, [entry.node]);
  }

  private cross({ node, isEnd }: { node: MimeNode; isEnd: boolean }): void {
    while (this.open.length > 0 && this.open.at(-1)?.node !== node) this.close();
    node.isSplit = true;
    this.node = null;
    if (isEnd) {
      // Text after the last part is not content, but another part may follow if a program closed too early.
      this.isLineStart = true;
      return;
    }
    this.parts += 1;
    if (this.parts <= this.limits.parts) {
      this.head = newHead(node);
      return;
    }
    this.refuse("It has too many parts.");
    while (this.open.length > 0) this.close();
    const head = readPartHead(restLines, node.head);
    this.node = { parent: node, lines: [], head, isSplit: false, plainBytes: null };
    this.isLineStart = true;
    this.events.push({ node: this.node, body: null });
  }

  private close(): void {
    for (const boundary of this.open.pop()?.boundaries ?? []) {
      const nodes = this.byBoundary.get(boundary);
      nodes?.pop();
      if (nodes?.length === 0) this.byBoundary.delete(boundary);
    }
  }

  /** The end of the line at `start`, with its line feed; -1 if it has not arrived yet. */
  private lineEnd(start: number): number {
    const end = this.rest.indexOf(lineFeed, start);
    if (end !== -1) return end + 1;
    return this.isLast ? this.rest.length : -1;
  }
}

function startsWithDashes(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x2d && bytes[at + 1] === 0x2d;
}

/** A line as one character per byte, without its line end, which some programs write with two carriage returns. */
function textOf(bytes: Buffer, start: number, end: number): string {
  let last = end;
  if (last > start && bytes[last - 1] === lineFeed) last--;
  while (last > start && bytes[last - 1] === carriageReturn) last--;
  return bytes.toString("latin1", start, last);
}

/** A header that is being read, and the parent of its part. */
type OpenHead = {
  parent: MimeNode | null;
  lines: HeaderLine[];
  bytes: number;
  isOpened: boolean;
  /** Whether an unfinished line is being skipped. */
  isInLongLine: boolean;
  /** The number of lines, whether all are plain, and whether an empty line ended the header. */
  count: number;
  isPlain: boolean;
  isEnded: boolean;
};

/** The header of the file for the parts beyond the limit. */
const restLines: HeaderLine[] = [
  { key: "content-type", line: "Content-Type: application/octet-stream" },
  { key: "content-disposition", line: 'Content-Disposition: attachment; filename="rest-of-the-mail.txt"' },
];

/** Returns an empty header. */
function newHead(parent: MimeNode | null): OpenHead {
  const plain = { count: 0, isPlain: parent === null, isEnded: false };
  return { parent, lines: [], bytes: 0, isOpened: false, isInLongLine: false, ...plain };
}

/** Adds a field, a fold or a junk line to a header; other lines are dropped. */
function addLine(lines: HeaderLine[], kind: "field" | "fold" | "junk" | "skip", line: string): void {
  const last = lines.at(-1);
  if (kind === "fold" && last) last.line += `\r\n${line}`;
  else if (kind === "field") lines.push({ key: line.slice(0, line.indexOf(":")).trim().toLowerCase(), line });
  else if (kind === "junk") lines.push({ key: "", line });
}
