import { buffer } from "node:stream/consumers";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cmsOf } from "../../../../../stand-ins/mail-programs/cms-of.ts";
import { binary, packRtf, tnefOf } from "../../../../../stand-ins/mail-programs/tnef-of.ts";
import { discardAttachment } from "./collect-part.ts";
import { parseMail } from "./parse-mail.ts";

const mebibyte = 1024 * 1024;
const parse = (raw: Buffer) => parseMail(raw, { onAttachment: (_meta, bytes) => buffer(bytes) });
const read = (raw: Buffer) => parseMail(raw, { onAttachment: discardAttachment });
const heads = "From: a@b.example\r\nSubject: a\r\n";
const partOf = (type: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`Content-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\n\r\n`), body]);
const mailOf = (type: string, body: Buffer) => Buffer.concat([Buffer.from(heads), partOf(type, body)]);
const cms = "application/pkcs7-mime; name=smime.p7m";
const storedBytes = ({ attachments }: Awaited<ReturnType<typeof parse>>) =>
  attachments.reduce((sum, { size }) => sum + size, 0);

test("stores a file in nested mails at most twice, however deep", async () => {
  let mail = mailOf("application/octet-stream; name=a.bin", Buffer.alloc(2 * mebibyte, 1));
  for (let depth = 0; depth < 12; depth += 1) mail = mailOf("message/rfc822", mail);
  const parsed = await parse(mail);
  expect(storedBytes(parsed)).toBeLessThan(5 * mebibyte);
  expect(parsed.enclosed?.mails).toHaveLength(5);
});

test("ends at nested signed content, and keeps the rest as a file", async () => {
  let entity = partOf("text/plain", Buffer.from("innermost"));
  for (let depth = 0; depth < 50; depth += 1) entity = partOf(cms, cmsOf("signed", entity));
  const parsed = await parse(Buffer.concat([Buffer.from(heads), entity]));
  expect(parsed).toMatchObject({ text: "", enclosed: { signed: "smime" } });
  expect(parsed.attachments).toHaveLength(1);
});

test("decompresses nested content up to the size of a mail, and no more", async () => {
  let entity = partOf("text/plain", Buffer.alloc(30 * mebibyte, "a "));
  for (let depth = 0; depth < 4; depth += 1) entity = partOf(cms, cmsOf("compressed", deflateSync(entity)));
  const parsed = await parse(Buffer.concat([Buffer.from(heads), entity]));
  expect(parsed.text.length).toBeLessThanOrEqual(2 * mebibyte);
  expect(storedBytes(parsed)).toBeLessThan(mebibyte);
});

test("opens a hundred containers until their common limit is used up", async () => {
  const packed = deflateSync(
    Buffer.concat([Buffer.from("Content-Type: application/octet-stream\r\n\r\n"), Buffer.alloc(10 * mebibyte)]),
  );
  const one = Buffer.concat([Buffer.from("--b\r\n"), partOf(cms, cmsOf("compressed", packed)), Buffer.from("\r\n")]);
  const raw = Buffer.concat([
    Buffer.from(`${heads}Content-Type: multipart/mixed; boundary=b\r\n\r\n`),
    ...Array<Buffer>(100).fill(one),
  ]);
  const parsed = await parse(raw);
  expect(storedBytes(parsed)).toBeLessThan(45 * mebibyte);
});

test("limits the files in a container to those of a mail", async () => {
  const files = Array.from({ length: 3_000 }, (_, at) => ({ title: `${at}.txt`, bytes: Buffer.from("a") }));
  expect((await parse(mailOf("application/ms-tnef", tnefOf({ files })))).attachments.length).toBeLessThanOrEqual(501);
  const parts = Buffer.from(
    `Content-Type: multipart/mixed; boundary=c\r\n\r\n${"--c\r\nContent-Type: image/png\r\n\r\na\r\n".repeat(3_000)}`,
  );
  expect((await parse(mailOf(cms, cmsOf("signed", parts)))).attachments.length).toBeLessThanOrEqual(501);
});

test("makes every name in a container safe and unique", async () => {
  const files = ["../../etc/passwd", "C:\\a\\passwd", ".bashrc", "passwd", "a\0.exe", "\u202etxt.exe"].map((title) => ({
    title,
    bytes: Buffer.from("a"),
  }));
  const { attachments } = await parse(mailOf("application/ms-tnef", tnefOf({ files })));
  const names = attachments.map(({ name }) => name);
  expect(new Set(names).size).toBe(files.length);
  for (const name of names) expect(name).toMatch(/^(?!\.)[^/\\\0\u202e]+$/u);
});

const rtf = binary(0x1009, packRtf("{\\rtf1\\ansi The lamp}"));
const event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261201T140000Z\r\nSUMMARY:a\r\nEND:VEVENT\r\nEND:VCALENDAR";
const inner = mailOf("text/calendar", Buffer.from(event));
const whole = [
  mailOf(cms, cmsOf("signed", partOf("message/rfc822", inner))),
  mailOf("application/ms-tnef", tnefOf({ properties: [rtf], files: [{ title: "a.eml", bytes: inner }] })),
  mailOf(
    "message/rfc822",
    mailOf(cms, cmsOf("signed", partOf("text/plain", Buffer.from("a")), { isOpen: true, pieceBytes: 3 })),
  ),
];

test("reads a mail with a container that is corrupt or truncated anywhere", async () => {
  const change = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(change, { maxLength: 4 }),
      fc.nat(),
      async (mail, changes, cut) => {
        // Other tests cover the mail's own header.
        const from = heads.length;
        const changed = Buffer.from(mail);
        for (const { at, bytes } of changes) changed.set(bytes, from + (at % (mail.length - from - bytes.length)));
        const parsed = await read(
          changed.subarray(0, cut % 3 === 0 ? from + (cut % (mail.length - from)) : mail.length),
        );
        expect(structuredClone(parsed)).toEqual(parsed);
        expect(new Set(parsed.attachments.map(({ name }) => name)).size).toBe(parsed.attachments.length);
      },
    ),
  );
});
