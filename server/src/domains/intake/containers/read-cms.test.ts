import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { type BerStyle, cmsOf } from "../../../../../stand-ins/mail-programs/cms-of.ts";
import { readCms } from "./read-cms.ts";

const words = Buffer.from("Content-Type: text/plain\r\n\r\nThe lamp is broken.");
const mebibyte = 1024 * 1024;

const styles: [string, BerStyle][] = [
  ["with lengths", { isOpen: false }],
  ["without lengths", { isOpen: true }],
  ["in pieces", { isOpen: false, pieceBytes: 7 }],
  ["in pieces, without lengths", { isOpen: true, pieceBytes: 1 }],
];

test.each(styles)("what is signed is read as it was signed, written %s", (_, style) => {
  expect(readCms(cmsOf("signed", words, style), mebibyte)).toEqual({ kind: "signed", content: words });
});

test.each(styles)("what is packed is unpacked, written %s", (_, style) => {
  const packed = cmsOf("compressed", deflateSync(words), style);
  expect(readCms(packed, mebibyte)).toEqual({ kind: "packed", content: words });
});

test.each(["enveloped", "authEnveloped"] as const)("what is encrypted is said to be, when it is %s", (kind) => {
  expect(readCms(cmsOf(kind, words), mebibyte)).toEqual({ kind: "encrypted" });
});

test.each([
  ["in lines", (base64: string) => base64.replace(/.{64}/g, "$&\r\n")],
  ["as a file of keys", (base64: string) => `-----BEGIN PKCS7-----\n${base64}\n-----END PKCS7-----\n`],
])("base64 that nothing says is base64 is read, %s", (_, written) => {
  const file = Buffer.from(written(cmsOf("signed", words).toString("base64")));
  // Too short a message begins otherwise.
  const long = cmsOf("signed", Buffer.concat([words, Buffer.alloc(70_000, "x")]));
  expect(readCms(Buffer.from(written(long.toString("base64"))), mebibyte)?.kind ?? file).toBe("signed");
});

test("a signature apart from what it signs holds nothing", () => {
  expect(readCms(cmsOf("signed", null), mebibyte)).toBeNull();
});

test.each(["", "0", "\x30\x80", "\x30\x84\xff\xff\xff\xff", "%PDF-1.4", "MIIabc"])("%j is no such message", (text) => {
  expect(readCms(Buffer.from(text, "latin1"), mebibyte)).toBeNull();
});
