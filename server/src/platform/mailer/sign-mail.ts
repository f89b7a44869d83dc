import { createHash, type Hash, sign as signBytes } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { CrLf, RelaxedBody, relaxedHeader, splitFields } from "./relaxed-mail.ts";
import type { SigningKey } from "./signing-key.ts";
import { openSpool } from "./spool.ts";

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
