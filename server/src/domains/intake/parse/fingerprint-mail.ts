import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";

// What each machine on the way adds or rewrites, so that two copies of one message differ in nothing else.
const traceHeader =
  /^(?:received|received-spf|return-path|delivered-to|envelope-to|delivery-date|authentication-results|dkim-signature|domainkey-signature|bcc|status|precedence|sender|errors-to|mailing-list|resent-.*|list-.*|arc-.*|x-.*|dkim-.*|old-.*|feedback-id|lines|autocrypt|require-recipient-.*)$/;
const maxHeaderBytes = 1_048_576;

/**
 * SHA-256 (hex) that is the same for two copies of one message: its headers without trace headers, ordered and unfolded,
 * and its body with line ends made equal and blank lines at its end left out. Reads the message as a stream.
 */
export async function fingerprintMail(raw: Readable | Buffer): Promise<string> {
  const hash = createHash("sha256");
  const addToBody = bodyHasher(hash);
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of Buffer.isBuffer(raw) ? [raw] : raw) {
    if (head === null) {
      addToBody(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = findHeaderEnd(head);
    if (end === -1 && head.length < maxHeaderBytes) continue;
    const cut = end === -1 ? head.length : end;
    hash.update(canonicalHeaders(head.subarray(0, cut)));
    addToBody(head.subarray(cut));
    head = null;
  }
  if (head !== null) hash.update(canonicalHeaders(head));
  return hash.digest("hex");
}

function findHeaderEnd(head: Buffer): number {
  const unix = head.indexOf("\n\n");
  const crlf = head.indexOf("\r\n\r\n");
  if (crlf !== -1 && (unix === -1 || crlf < unix)) return crlf;
  return unix;
}

function canonicalHeaders(head: Buffer): string {
  const fields: string[] = [];
  for (const line of head
    .toString("latin1")
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || /\s/.test(name)) {
      // The "From " line of an mbox file carries the time of delivery; any other line that is no field is content.
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

// Line ends are held back until something follows them: transports turn them and add blank lines at the end.
function bodyHasher(hash: Hash): (chunk: Buffer) => void {
  let isStarted = false;
  let breaks = 0;
  return (chunk) => {
    const text = chunk.toString("latin1").replaceAll("\r", "");
    let [start, end] = [0, text.length];
    for (; text[start] === "\n"; start++) breaks++;
    if (start === end) return;
    while (text[end - 1] === "\n") end--;
    // Blank lines before the first text are the header's end, however many there are.
    if (isStarted) for (; breaks > 0; breaks -= lineBreaks.length) hash.update(lineBreaks.slice(0, breaks));
    isStarted = true;
    hash.update(text.slice(start, end), "latin1");
    breaks = text.length - end;
  };
}

const lineBreaks = "\n".repeat(65_536);
