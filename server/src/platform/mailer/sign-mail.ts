import { createHash, type Hash, sign as signBytes } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { openSpool } from "./outbox-mailer.ts";
import { SigningKey } from "./signing-key.ts";

/**
 * Signed header fields, each once more than present, so that nobody can add a second From, Subject or Content-Type for
 * a mail program to show instead (RFC 6376, section 8.15).
 */
const signedFields = [
  ...["from", "to", "cc", "subject", "date", "message-id", "reply-to", "in-reply-to", "references"],
  ...["mime-version", "content-type"],
];
/** More than the header of any of our mails. */
const mostHeadBytes = 256_000;
const endOfHead = Buffer.from("\r\n\r\n");

/**
 * Returns a mail with its DKIM signature in front (RFC 6376, relaxed/relaxed, rsa-sha256) and CRLF line ends. The
 * signature covers the body but comes first, so a large body is spooled to a file in `folder`.
 */
export function signMail(mail: Readable, key: SigningKey, folder: string): Readable {
  return Readable.from(signed(mail, key, folder), { objectMode: false });
}

async function* signed(mail: Readable, key: SigningKey, folder: string): AsyncGenerator<Buffer> {
  const body = new RelaxedBody();
  const hash = createHash("sha256");
  const spool = openSpool(folder);
  try {
    let head: Buffer | null = null;
    let headBytes = Buffer.alloc(0);
    for await (const piece of withCrLf(mail)) {
      if (head !== null) {
        await keep(piece);
        continue;
      }
      headBytes = Buffer.concat([headBytes, piece]);
      const end = headBytes.indexOf(endOfHead);
      if (end === -1 && headBytes.length > mostHeadBytes) throw new Error("The head of a mail has no end");
      if (end === -1) continue;
      head = headBytes.subarray(0, end + 2);
      await keep(headBytes.subarray(end + endOfHead.length));
    }
    if (head === null) throw new Error("A mail ended within its head");
    hash.update(body.end());
    yield Buffer.from(await signatureOf(head, hash, key));
    yield head;
    yield Buffer.from("\r\n");
    yield* spool.read();
  } finally {
    await spool.remove();
  }

  async function keep(piece: Buffer): Promise<void> {
    hash.update(body.take(piece));
    await spool.write(piece);
  }
}

async function signatureOf(head: Buffer, body: Hash, { domain, selector, key }: SigningKey): Promise<string> {
  const fields = splitFields(head.toString("latin1"));
  const present = signedFields.flatMap((name) => fields.filter((field) => field.name === name).reverse());
  const names = [...present.map(({ name }) => name), ...signedFields].sort();
  const tags = [
    ...["v=1", "a=rsa-sha256", "c=relaxed/relaxed", `d=${domain}`, `s=${selector}`],
    ...[`t=${Math.floor(Date.now() / 1000)}`, `bh=${body.digest("base64")}`],
    `h=${[...names].join(":").replace(/(.{1,60}:)/g, "$1\r\n  ")}`,
  ];
  const unsigned = `DKIM-Signature: ${tags.join(";\r\n ")};\r\n b=`;
  // In the order of h=, the last of several first (section 5.4.2); missing fields count as empty.
  const remaining = [...present];
  const covered = names.flatMap((name) => {
    const at = remaining.findIndex((field) => field.name === name);
    return at === -1 ? [] : remaining.splice(at, 1).map((field) => `${relaxedHeader(field.line)}\r\n`);
  });
  const bytes = Buffer.from(`${covered.join("")}${relaxedHeader(unsigned)}`, "latin1");
  const signature = await promisify(signBytes)("sha256", bytes, key);
  return `${unsigned}${signature.toString("base64").replace(/(.{74})(?=.)/g, "$1\r\n  ")}\r\n`;
}

async function* withCrLf(mail: Readable): AsyncGenerator<Buffer> {
  const lines = new CrLf();
  for await (const piece of mail) yield lines.take(Buffer.isBuffer(piece) ? piece : Buffer.from(piece));
  yield Buffer.from(lines.end());
}

/** A header field: its name in lower case, and all its lines without the final line end. */
type Field = { name: string; line: string };

/** Splits a header into its fields. */
function splitFields(head: string): Field[] {
  return head
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== "")
    .map((line) => ({ name: line.slice(0, line.indexOf(":")).trim().toLowerCase(), line }));
}

/** Canonicalises a field: unfolded, with single spaces (RFC 6376, section 3.4.2). */
function relaxedHeader(line: string): string {
  const colon = line.indexOf(":");
  const value = line
    .slice(colon + 1)
    .replaceAll("\r\n", "")
    .replace(/[ \t]+/g, " ");
  return `${line.slice(0, colon).trim().toLowerCase()}:${value.replace(/^ | $/g, "")}`;
}

const space = 0x20;
const tab = 0x09;
const cr = 0x0d;
const lf = 0x0a;

/**
 * Canonicalises a body: collapses spaces, and removes those at line ends and empty lines at the end (RFC 6376, section
 * 3.4.4). Takes pieces with CRLF line ends.
 */
class RelaxedBody {
  /** Line ends and a space that only count if something follows. */
  #lineEnds = 0;
  #hasSpace = false;
  #isEmpty = true;

  /** Returns the canonical form of what is certain so far. */
  take(piece: Buffer): Buffer {
    const output = Buffer.allocUnsafe(piece.length + 2 * this.#lineEnds + 1);
    let length = 0;
    for (const byte of piece) {
      if (byte === cr) continue;
      if (byte === lf) {
        this.#hasSpace = false;
        this.#lineEnds += 1;
        continue;
      }
      if (byte === space || byte === tab) {
        this.#hasSpace = true;
        continue;
      }
      for (; this.#lineEnds > 0; this.#lineEnds -= 1) {
        output[length++] = cr;
        output[length++] = lf;
      }
      if (this.#hasSpace) output[length++] = space;
      this.#hasSpace = false;
      this.#isEmpty = false;
      output[length++] = byte;
    }
    return output.subarray(0, length);
  }

  /** Returns the final line end, if there was any text. */
  end(): string {
    return this.#isEmpty ? "" : "\r\n";
  }
}

/** Converts all line ends of a text in pieces to CRLF. */
class CrLf {
  #isAfterCr = false;

  take(piece: Buffer): Buffer {
    const output = Buffer.allocUnsafe(2 * piece.length + 1);
    let length = 0;
    for (const byte of piece) {
      // A CR without LF, or an LF without CR.
      if (this.#isAfterCr && byte !== lf) output[length++] = lf;
      if (!this.#isAfterCr && byte === lf) output[length++] = cr;
      output[length++] = byte;
      this.#isAfterCr = byte === cr;
    }
    return output.subarray(0, length);
  }

  end(): string {
    return this.#isAfterCr ? "\n" : "";
  }
}

/** A mail about to be sent, as nodemailer passes it to plug-ins. */
export type Composed = { data: object; message: { processFunc(change: (mail: Readable) => Readable): unknown } };

/**
 * Returns a nodemailer plug-in that signs each mail that has a `signedBy`; large ones are spooled in `dataDir`
 * meanwhile.
 */
export function signing(dataDir: string): (mail: Composed, done: (error?: Error | null) => void) => void {
  return ({ data, message }, done) => {
    const key = "signedBy" in data ? data.signedBy : undefined;
    if (key instanceof SigningKey) message.processFunc((mail) => signMail(mail, key, dataDir));
    done();
  };
}
