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

test.each(styles)("returns signed content unchanged, encoded %s", (_, style) => {
  expect(readCms(cmsOf("signed", words, style), mebibyte)).toEqual({ kind: "signed", content: words });
});

test.each(styles)("decompresses content, encoded %s", (_, style) => {
  const packed = cmsOf("compressed", deflateSync(words), style);
  expect(readCms(packed, mebibyte)).toEqual({ kind: "packed", content: words });
});

test.each(["enveloped", "authEnveloped"] as const)("recognizes encrypted content: %s", (kind) => {
  expect(readCms(cmsOf(kind, words), mebibyte)).toEqual({ kind: "encrypted" });
});

test.each([
  ["in lines", (base64: string) => base64.replace(/.{64}/g, "$&\r\n")],
  ["in PEM", (base64: string) => `-----BEGIN PKCS7-----\n${base64}\n-----END PKCS7-----\n`],
])("reads undeclared base64, %s", (_, written) => {
  const file = Buffer.from(written(cmsOf("signed", words).toString("base64")));
  // A shorter message would begin differently.
  const long = cmsOf("signed", Buffer.concat([words, Buffer.alloc(70_000, "x")]));
  expect(readCms(Buffer.from(written(long.toString("base64"))), mebibyte)?.kind ?? file).toBe("signed");
});

test("finds no content in a detached signature", () => {
  expect(readCms(cmsOf("signed", null), mebibyte)).toBeNull();
});

test.each(["", "0", "\x30\x80", "\x30\x84\xff\xff\xff\xff", "%PDF-1.4", "MIIabc"])(
  "does not take %j for a message",
  (text) => {
    expect(readCms(Buffer.from(text, "latin1"), mebibyte)).toBeNull();
  },
);
