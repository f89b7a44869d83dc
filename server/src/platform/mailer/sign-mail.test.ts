import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { beforeAll, expect, test } from "vitest";
import { signMail } from "./sign-mail.ts";
import { type KeyPair, keyName, keyRecord, makeKeyPair, SigningKey } from "./signing-key.ts";

const domain = "shop.example";
const dataDir = join(tmpdir(), `deskhand-sign-${process.pid}`);
let pair: KeyPair;
let key: SigningKey;
beforeAll(async () => {
  pair = await makeKeyPair();
  key = new SigningKey(domain, pair);
});

const head = [
  "From: Acme <help@shop.example>",
  "To: jo@example.org",
  "Subject: Re:  Where\tis it?",
  "Message-ID: <1@shop.example>",
  "Date: Sun, 22 Nov 2026 15:00:00 +0000",
  "MIME-Version: 1.0",
  "Content-Type: text/plain;\r\n charset=utf-8",
];
const mailOf = (body: string, fields: string[] = head) => `${fields.join("\r\n")}\r\n\r\n${body}`;

async function signed(mail: string | Buffer[], size = 7): Promise<Buffer> {
  const bytes = Buffer.from(typeof mail === "string" ? mail : "");
  const pieces = Array.isArray(mail)
    ? mail
    : Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  return Buffer.concat(await signMail(Readable.from(pieces), key, dataDir).toArray());
}

/** Verifies a mail like a stranger, with the key from DNS. */
async function verdictOf(mail: Buffer | string): Promise<string> {
  const resolver = async (name: string) => {
    if (name !== keyName(pair.selector, domain)) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    return [[keyRecord(pair.publicKey)]];
  };
  const { results } = await dkimVerify(mail, { resolver });
  return results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`).join(", ");
}

test.each([
  ["a plain body", "Hello\r\nthere\r\n"],
  ["no line's end", "Hello"],
  ["nothing", ""],
  ["empty lines alone", "\r\n\r\n\r\n"],
  ["empty lines around and within", "\r\n\r\nHello\r\n\r\n\r\nthere\r\n\r\n\r\n"],
  ["spaces and tabs everywhere", " Hello  \t there \t\r\n \t\r\n\tYou \r\n   "],
  ["line feeds alone", "Hello\n\nthere\nYou\n"],
  ["returns alone", "Hello\r\rthere\rYou\r"],
  ["dots at lines' beginnings", ".\r\n..\r\n.Hello\r\n.\r\n"],
  ["letters beyond ASCII", "Grüße – 紙の店\r\n"],
  ["a line that looks like a field", "From: evil@other.example\r\n\r\nDKIM-Signature: v=1\r\n"],
])("a mail with %s verifies, however it is cut into pieces", async (_what, body) => {
  for (const size of [1, 2, 3, 64, 100_000]) {
    const mail = await signed(mailOf(body), size);
    expect(await verdictOf(mail)).toBe("pass shop.example");
    expect(mail.toString("latin1")).not.toMatch(/[^\r]\n|\r(?!\n)/);
  }
});

test("changes nothing but signature and line ends", async () => {
  const mail = (await signed(mailOf("Hello\nthere "))).toString();
  expect(mail.slice(mail.indexOf("From:"))).toBe(mailOf("Hello\r\nthere "));
});

test.each<[string, (mail: string) => string]>([
  ["another word", (mail) => mail.replace("Hello", "Hallo")],
  ["more at its end", (mail) => `${mail}and more\r\n`],
  ["another sender", (mail) => mail.replace("help@shop", "ceo@shop")],
  ["a second sender on top", (mail) => `From: ceo@shop.example\r\n${mail}`],
  ["a second sender below", (mail) => mail.replace("\r\n\r\n", "\r\nFrom: ceo@shop.example\r\n\r\n")],
  ["a second subject", (mail) => `Subject: Pay now\r\n${mail}`],
  ["a second content type", (mail) => `Content-Type: text/html\r\n${mail}`],
  ["another place for replies", (mail) => `Reply-To: evil@other.example\r\n${mail}`],
  ["another thread", (mail) => `In-Reply-To: <2@shop.example>\r\n${mail}`],
])("a mail given %s in transit no longer verifies", async (_what, change) => {
  const mail = (await signed(mailOf("Hello\r\n"))).toString();
  expect(await verdictOf(change(mail))).not.toContain("pass");
});

test.each<[string, (mail: string) => string]>([
  ["folds a field elsewhere", (mail) => mail.replace("Subject: Re:", "Subject:\r\n\tRe:")],
  ["adds what it received from whom", (mail) => `Received: from a by b; Sun, 22 Nov 2026 15:00:00 +0000\r\n${mail}`],
  ["adds empty lines at the end", (mail) => `${mail}\r\n\r\n`],
  ["writes names of fields in capitals", (mail) => mail.replace("\r\nTo:", "\r\nTO:")],
])("a mail still verifies when a relay %s", async (_what, change) => {
  const mail = (await signed(mailOf("Hello\r\n"))).toString();
  expect(await verdictOf(change(mail))).toBe("pass shop.example");
});

test("signature lines are short, and From is signed once more than present", async () => {
  const mail = (await signed(mailOf("Hello\r\n"))).toString();
  const field = mail.slice(0, mail.indexOf("\r\nFrom:"));
  for (const line of field.split("\r\n")) expect(line.length).toBeLessThanOrEqual(78);
  expect(field.replace(/\s/g, "")).toMatch(/h=[^;]*\bfrom:from\b/);
});

test("spools a mail of 25 MB to a file that is removed afterwards", async () => {
  const line = Buffer.from(`${"QUJD".repeat(19)}\r\n`.repeat(800));
  function* pieces() {
    yield Buffer.from(mailOf(""));
    for (let at = 0; at < 400; at += 1) yield line;
  }
  let size = 0;
  let signed = "";
  for await (const piece of signMail(Readable.from(pieces()), key, dataDir)) {
    if (signed === "") signed = String(piece);
    if (size === 0) expect(await filesIn(dataDir)).toHaveLength(1);
    size += piece.length;
  }
  expect(signed).toMatch(/^DKIM-Signature: /);
  expect(size).toBeGreaterThan(24_900_000);
  expect(await filesIn(dataDir)).toEqual([]);
});

test("leaves no file when the reader stops or the source breaks off", async () => {
  async function* breaksOff() {
    yield Buffer.from(mailOf("x".repeat(900_000)));
    throw new Error("half a file");
  }
  await expect(signMail(Readable.from(breaksOff()), key, dataDir).toArray()).rejects.toThrow("half a file");
  expect(await filesIn(dataDir)).toEqual([]);
  const whole = signMail(Readable.from([Buffer.from(mailOf("x".repeat(900_000)))]), key, dataDir);
  for await (const piece of whole) if (piece.length > 0) break;
  await expect.poll(() => filesIn(dataDir)).toEqual([]);
});

test("refuses a mail without a header", async () => {
  await expect(signed("From: a@shop.example\r\n")).rejects.toThrow("ended within its head");
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
