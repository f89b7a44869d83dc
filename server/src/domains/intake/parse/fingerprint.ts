import { createHash, type Hash } from "node:crypto";
import type { MimeNode } from "./mime-splitter.ts";

// Headers that servers on the way add or rewrite, so that two copies of a message otherwise agree.
const traceHeader =
  /^(?:received|received-spf|return-path|delivered-to|envelope-to|delivery-date|authentication-results|dkim-signature|domainkey-signature|bcc|status|precedence|sender|errors-to|mailing-list|resent-.*|list-.*|arc-.*|x-.*|dkim-.*|old-.*|feedback-id|lines|autocrypt|require-recipient-.*)$/;
const maxHeaderBytes = 1_048_576;

/**
 * Computes a SHA-256 (hex) that is equal for two copies of one message. Covers its headers, sorted, unfolded and without trace headers, and
 * its body with normalized line ends and without trailing blank lines. Takes the bytes as they are read, and the split header.
 */
export class Fingerprint {
  readonly #hash = createHash("sha256");
  readonly #addToBody = bodyHasher(this.#hash);
  #head: MimeNode | null = null;
  #isInBody = false;
  #waiting: Buffer = Buffer.alloc(0);

  /** Takes the next bytes of the message. */
  take(chunk: Buffer): void {
    if (this.#isInBody) this.#addToBody(chunk);
    else this.#waiting = Buffer.concat([this.#waiting, chunk]);
    if (this.#head !== null && !this.#isInBody) this.#begin(this.#head, false);
  }

  /** Takes the message's own header as soon as it was read. */
  takeHead(head: MimeNode): void {
    this.#head = head;
    this.#begin(head, false);
  }

  /** Returns the fingerprint of all bytes. */
  end(): string {
    if (!this.#isInBody) this.#begin(this.#head, true);
    return this.#hash.digest("hex");
  }

  #begin(head: MimeNode | null, isLast: boolean): void {
    const bytes = this.#waiting;
    const end = findHeaderEnd(bytes);
    if (end === -1 && !isLast && bytes.length < maxHeaderBytes) return;
    const cut = end === -1 ? bytes.length : end;
    // Uses the split header only if every program splits it the same way; otherwise copies might be split differently.
    const isSplit = head?.plainBytes === cut + 1 || head?.plainBytes === cut + 2;
    const lines = isSplit && head ? head.lines.map(({ line }) => line) : linesOf(bytes.subarray(0, cut));
    this.#hash.update(canonicalHeaders(lines));
    this.#addToBody(bytes.subarray(cut));
    this.#waiting = Buffer.alloc(0);
    this.#isInBody = true;
  }
}

function findHeaderEnd(head: Buffer): number {
  const unix = head.indexOf("\n\n");
  const crlf = head.indexOf("\r\n\r\n");
  if (crlf !== -1 && (unix === -1 || crlf < unix)) return crlf;
  return unix;
}

const fold = /\r?\n[ \t]+/g;

function linesOf(head: Buffer): string[] {
  return head.toString("latin1").replace(fold, " ").split(/\r?\n/);
}

function canonicalHeaders(lines: readonly string[]): string {
  const fields: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || /\s/.test(name)) {
      // The "From " line of an mbox file contains the time of delivery; any other line that is no field is content.
      if (!/^>?From /.test(line) && line.trim() !== "") fields.push(`${line.trim()}\n`);
      continue;
    }
    if (traceHeader.test(name)) continue;
    fields.push(
      `${name}:${line
        .slice(colon + 1)
        .replace(/\s+/g, " ")
        .trim()}\n`,
    );
  }
  return `${fields.sort().join("")}\n`;
}

// Holds back line ends until text follows, because transports change them and add blank lines at the end.
function bodyHasher(hash: Hash): (chunk: Buffer) => void {
  let isStarted = false;
  let breaks = 0;
  return (chunk) => {
    const text = chunk.toString("latin1").replaceAll("\r", "");
    let [start, end] = [0, text.length];
    for (; text[start] === "\n"; start++) breaks++;
    if (start === end) return;
    while (text[end - 1] === "\n") end--;
    // Blank lines before the first text belong to the header's end, however many there are.
    if (isStarted) for (; breaks > 0; breaks -= lineBreaks.length) hash.update(lineBreaks.slice(0, breaks));
    isStarted = true;
    hash.update(text.slice(start, end), "latin1");
    breaks = text.length - end;
  };
}

const lineBreaks = "\n".repeat(65_536);
