import { createHash, type Hash, sign as signBytes } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { openSpool } from "./outbox-mailer.ts";
import { SigningKey } from "./signing-key.ts";

/**
 * What is signed, each once more than it is there: nobody can add a second From, Subject or Content-Type that a mail
 * program would show instead (RFC 6376, section 8.15).
 */
const signedFields = [
  ...["from", "to", "cc", "subject", "date", "message-id", "reply-to", "in-reply-to", "references"],
  ...["mime-version", "content-type"],
];
/** More than all fields of a mail of ours. */
const mostHeadBytes = 256_000;
const endOfHead = Buffer.from("\r\n\r\n");

/**
 * Returns a mail with its DKIM signature in front (RFC 6376, relaxed/relaxed, rsa-sha256). Its body goes through a file
 * in `folder` when it is large, because the signature, which comes first, covers it. Line ends become CRLF.
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
    let begun = Buffer.alloc(0);
    for await (const piece of withCrLf(mail)) {
      if (head !== null) {
        await keep(piece);
        continue;
      }
      begun = Buffer.concat([begun, piece]);
      const end = begun.indexOf(endOfHead);
      if (end === -1 && begun.length > mostHeadBytes) throw new Error("The head of a mail has no end");
      if (end === -1) continue;
      head = begun.subarray(0, end + 2);
      await keep(begun.subarray(end + endOfHead.length));
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
  // In the order of h=, the lowest of several first (section 5.4.2); what is not there counts as nothing.
  const given = [...present];
  const covered = names.flatMap((name) => {
    const at = given.findIndex((field) => field.name === name);
    return at === -1 ? [] : given.splice(at, 1).map((field) => `${relaxedHeader(field.line)}\r\n`);
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

/** A header field: its name in lower case, and the whole of it with its folding, without the line's end. */
type Field = { name: string; line: string };

/** The fields of a head, in order. */
function splitFields(head: string): Field[] {
  return head
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== "")
    .map((line) => ({ name: line.slice(0, line.indexOf(":")).trim().toLowerCase(), line }));
}

/** A field as it is signed: unfolded, with single spaces (RFC 6376, section 3.4.2). */
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
 * A body as it is signed: spaces together are one, those at a line's end and empty lines at the body's end are none (RFC
 * 6376, section 3.4.4). It takes pieces as they come, with CRLF at each line's end.
 */
class RelaxedBody {
  /** What waits until it shows whether anything follows: ends of lines, and a space. */
  #lineEnds = 0;
  #hasSpace = false;
  #isEmpty = true;

  /** The signed form of what is certain by now. */
  take(piece: Buffer): Buffer {
    const made = Buffer.allocUnsafe(piece.length + 2 * this.#lineEnds + 1);
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
        made[length++] = cr;
        made[length++] = lf;
      }
      if (this.#hasSpace) made[length++] = space;
      this.#hasSpace = false;
      this.#isEmpty = false;
      made[length++] = byte;
    }
    return made.subarray(0, length);
  }

  /** What is left when no more comes: the end of the last line, if there was any. */
  end(): string {
    return this.#isEmpty ? "" : "\r\n";
  }
}

/** A text with CRLF at each line's end, whatever stood there, which comes in pieces. */
class CrLf {
  #isAfterCr = false;

  take(piece: Buffer): Buffer {
    const made = Buffer.allocUnsafe(2 * piece.length + 1);
    let length = 0;
    for (const byte of piece) {
      // A return without its line feed, or a line feed without its return.
      if (this.#isAfterCr && byte !== lf) made[length++] = lf;
      if (!this.#isAfterCr && byte === lf) made[length++] = cr;
      made[length++] = byte;
      this.#isAfterCr = byte === cr;
    }
    return made.subarray(0, length);
  }

  end(): string {
    return this.#isAfterCr ? "\n" : "";
  }
}

/** What a plug-in of nodemailer is given of a mail that is about to be sent. */
export type Composed = { data: object; message: { processFunc(change: (mail: Readable) => Readable): unknown } };

/** A plug-in of nodemailer that signs each mail that has a `signedBy`; large ones are put aside in `dataDir` meanwhile. */
export function signing(dataDir: string): (mail: Composed, done: (error?: Error | null) => void) => void {
  return ({ data, message }, done) => {
    const key = "signedBy" in data ? data.signedBy : undefined;
    if (key instanceof SigningKey) message.processFunc((mail) => signMail(mail, key, dataDir));
    done();
  };
}
