import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parseMail } from "./parse-mail.ts";

const second = "Content-Type: image/png; name=b.png\nContent-Disposition: attachment\n\nPNG";
const text = "Content-Type: text/plain\n\nHello";
const mixed = (type: string, ...lines: string[]) =>
  ["From: a@x.example", `Content-Type: ${type}`, "", ...lines].join("\n");
const b = "multipart/mixed; boundary=b";
async function read(raw: string) {
  const mail = await parseMail(Buffer.from(raw, "latin1"), { onAttachment: (_meta, bytes) => buffer(bytes) });
  return mail.attachments.map(({ name, contentType, storedAs }) => [name, contentType, storedAs.toString("latin1")]);
}

test("keeps an enclosed message closed, and ends it at an outer boundary", async () => {
  const inner = "Subject: A =?utf-8?q?B=C3=BCcher?=/Post\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nx\n--c";
  const raw = mixed(b, "--b", text, "--b", "Content-Type: message/rfc822", "", inner, "--b", second, "--b--");
  expect(await read(raw)).toEqual([
    ["A Bücher_Post.eml", "message/rfc822", inner],
    ["b.png", "image/png", "PNG"],
  ]);
});

test("takes the parts of a digest for messages", async () => {
  const raw = mixed(
    "multipart/digest; boundary=b",
    "--b",
    "",
    "Subject: One\n\n1",
    "--b",
    "",
    "From: a@x.example\n\n2",
    "--b--",
  );
  expect(await read(raw)).toEqual([
    ["One.eml", "message/rfc822", "Subject: One\n\n1"],
    ["message.eml", "message/rfc822", "From: a@x.example\n\n2"],
  ]);
});

test.each([
  ["application/pdf", "", "x", "attachment.pdf"],
  ["text/calendar; method=REQUEST", "", "x", "attachment.ics"],
  ["text/vcard", "", "x", "attachment.vcf"],
  ["application/pgp-keys", "", "x", "attachment.asc"],
  ["application/pkcs7-mime; smime-type=signed-data", "", "x", "attachment.p7m"],
  ["audio/mpeg", "", "x", "attachment.mp3"],
  ["application/ms-tnef", "winmail.dat", "x", "winmail.dat"],
  ["application/octet-stream", "", "%PDF-1.7\n%", "attachment.pdf"],
  ["application/octet-stream", "", "nothing known", "attachment.bin"],
  ["application/x-own", "", "x", "attachment.bin"],
  ["message/external-body; access-type=URL", "", "Content-Type: application/pdf", "attachment.txt"],
  ["text/x-own", "", "x", "attachment.txt"],
  ["application/pdf", "../../etc/passwd", "x", "passwd"],
  ["application/pdf", "/var/spool/a.pdf", "x", "a.pdf"],
  ["application/pdf", "D:/ann/a.pdf", "x", "a.pdf"],
  ["application/pdf", String.raw`D:\\ann\\a.pdf`, "x", "a.pdf"],
  ["application/pdf", "a/../../b.pdf", "x", "b.pdf"],
  ["application/pdf", "Invoice 10/2026.pdf", "x", "Invoice 10_2026.pdf"],
  ["application/pdf", "lamp/broken 1/2.pdf", "x", "lamp_broken 1_2.pdf"],
  ["application/pdf", "10/2026/.pdf", "x", "10_2026_.pdf"],
])("names a part of type %s called %j", async (type, given, body, expected) => {
  const disposition = `Content-Disposition: attachment${given && `; filename="${given}"`}`;
  const files = await read(mixed(b, "--b", text, "--b", `Content-Type: ${type}`, disposition, "", body, "--b--"));
  expect(files.map(([name]) => name)).toEqual([expected]);
});

test("takes a missing type from the part's name", async () => {
  const files = await read(mixed(b, "--b", "Content-Disposition: attachment; filename=a.PDF", "", "x", "--b--"));
  expect(files).toEqual([["a.PDF", "application/pdf", "x"]]);
});

test.each([
  ["=?utf-8?Q?image/png=3B_name=3D=22lampe-gr=C3=BCn.png=22?=", "lampe-grün.png", "image/png"],
  ["=?utf-8?B?aW1hZ2UvcG5n?=; name=lamp.png", "lamp.png", "image/png"],
  ["=?utf-8?Q?image/png?=;\n =?utf-8?Q?_name=3Dlamp.png?=", "lamp.png", "image/png"],
])("decodes a type that is written as an encoded word: %s", async (type, name, contentType) => {
  const head = `Content-Type: ${type}\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64`;
  const files = await read(mixed(b, "--b", text, "--b", `${head}\n\nUE5H`, "--b--"));
  expect(files).toEqual([[name, contentType, "PNG"]]);
});

test.each([
  "Content-Transfer-Encoding: =?us-ascii?Q?base64?=",
  "Content-Transfer-Encoding: 7bit, base64",
  "Content-Transfer-Encoding: (as ever) base64 (really)",
  "Content-Transfer-Encoding: 8bit\nContent-Transfer-Encoding: =?utf-8?B?YmFzZTY0?=",
])("uses the only transfer encoding that changes bytes: %s", async (line) => {
  const head = `Content-Type: image/png; name=a.png\nContent-Disposition: attachment\n${line}`;
  expect(await read(mixed(b, "--b", text, "--b", `${head}\n\nUE5H`, "--b--"))).toEqual([["a.png", "image/png", "PNG"]]);
});
