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
 * One part of a message: its header as it was sent (of the message alone, for many parts have much of it), and what that says of its body.
 * `plainBytes` is how long the message's own header is where it reads the same everywhere (`isPlainLine`), else null.
 */
export type MimeNode = {
  parent: MimeNode | null;
  lines: readonly HeaderLine[];
  head: PartHead;
  isSplit: boolean;
  plainBytes: number | null;
};

/** A part whose header is known, or bytes of its body, transfer encoding and all. */
export type MimeEvent = { node: MimeNode; body: Buffer | null };

/**
 * What stops an attack: bytes of one part's header, and parts of a message, which bounds their nesting too. Beyond them a mail
 * is refused; or else the rest of that header is passed over, and the rest of the parts is one file.
 */
type MimeLimits = { headerBytes: number; parts: number; isRefused: boolean };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
// Longer than any boundary line: RFC 2046 allows 70 characters.
const maxBoundaryLine = 4_096;

/**
 * Splits a message into its parts as it streams by (RFC 2046), holding no more than a header or a line of it. Tolerant where
 * mail programs are: blanks behind a boundary; a boundary of any enclosing multipart ends what is inside, closed or
 * not; a multipart whose boundary is missing or written otherwise takes the line that stands before a part's header;
 * a header without its blank line ends where no field follows. Enclosed messages stay closed.
 */
export class MimeSplitter {
  private readonly limits: MimeLimits;
  private rest: Buffer = Buffer.alloc(0);
  private at = 0;
  private isLast = false;
  private events: MimeEvent[] = [];
  private node: MimeNode | null = null;
  private parts = 1;
  /** The parent of the part whose header is being read, and that header; null while a body is read. */
  private head: OpenHead | null;
  private isLineStart = false;
  /** Each multipart that waits for its boundary; the innermost last. */
  private readonly open: { node: MimeNode; boundaries: Set<string> }[] = [];
  private readonly byBoundary = new Map<string, MimeNode[]>();

  constructor(limits: MimeLimits) {
    this.limits = limits;
    this.head = newHead(null);
  }

  /** Takes the next bytes, or the last; returns what they complete. Throws UnparsableMail beyond its limits. */
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

  /** Passes over what has come of a line that does not end, and the rest of that header. */
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

  /** Blank lines before the header are passed over, marked by a line that is no field; without one they end it. */
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

  // A line that is no field is passed over where the header goes on behind it; else the body has begun.
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

  /** The end of what stands before a line: the line break before a boundary belongs to the boundary. */
  private beforeBreak(start: number): number {
    if (start <= this.at || this.rest[start - 1] !== lineFeed) return start;
    return start - 2 >= this.at && this.rest[start - 2] === carriageReturn ? start - 2 : start - 1;
  }

  /** The end of what can be no part of a boundary line that the next bytes complete. */
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

  /** The boundary line of a multipart that has found none of its own so far, known by the part's header behind it. */
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
      // What stands behind the last part is not content, but another part may follow where a program closed too early.
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

  /** Where the line that begins at `start` ends, its line feed included; -1 while that has not come. */
  private lineEnd(start: number): number {
    const end = this.rest.indexOf(lineFeed, start);
    if (end !== -1) return end + 1;
    return this.isLast ? this.rest.length : -1;
  }
}

function startsWithDashes(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x2d && bytes[at + 1] === 0x2d;
}

/** A line as one character a byte, without its line end, which some programs write with two carriage returns. */
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
  /** A line is passed over that has not ended. */
  isInLongLine: boolean;
  /** How many lines it has, whether each of them is plain, and whether an empty one ended it. */
  count: number;
  isPlain: boolean;
  isEnded: boolean;
};

/** The header of the file that parts beyond the limit are kept as. */
const restLines: HeaderLine[] = [
  { key: "content-type", line: "Content-Type: application/octet-stream" },
  { key: "content-disposition", line: 'Content-Disposition: attachment; filename="rest-of-the-mail.txt"' },
];

/** The header of a part of which nothing was read yet. */
function newHead(parent: MimeNode | null): OpenHead {
  const plain = { count: 0, isPlain: parent === null, isEnded: false };
  return { parent, lines: [], bytes: 0, isOpened: false, isInLongLine: false, ...plain };
}

/** Adds a line to those of a header: a field, the rest of one, or what is none; some are left out. */
function addLine(lines: HeaderLine[], kind: "field" | "fold" | "junk" | "skip", line: string): void {
  const last = lines.at(-1);
  if (kind === "fold" && last) last.line += `\r\n${line}`;
  else if (kind === "field") lines.push({ key: line.slice(0, line.indexOf(":")).trim().toLowerCase(), line });
  else if (kind === "junk") lines.push({ key: "", line });
}
