import { expect, test } from "vitest";
import { superlinear } from "../../../testing/strangers/superlinear.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import { readMail } from "./read-mail.ts";

const letter = "From: ann@customer.example\r\nSubject: a\r\n";
const html = `${letter}Content-Type: text/html\r\n\r\n`;
const mixed = `${letter}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
const base64 = `${letter}Content-Transfer-Encoding: base64\r\n\r\n`;
const filled = (start: string, piece: string) => (length: number) =>
  start + piece.repeat(Math.ceil(length / piece.length));

function nested(length: number): string {
  const levels = Array.from({ length: Math.ceil(length / 60) }, (_, at) => at);
  return letter + levels.map((at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join("");
}

test.each<[string, (length: number) => string]>([
  ["boundaries in boundaries", nested],
  ["parts", filled(mixed, "--b\r\n\r\na\r\n")],
  ["lines that are nearly boundaries", filled(mixed, "--bb\r\n--\r\n-\r\n")],
  ["parts with names", filled(mixed, '--b\r\nContent-Disposition: attachment; filename="a"\r\n\r\na\r\n')],
  ["header lines", filled(letter, "X: y\r\n")],
  ["folded header lines", filled(`${letter}X:`, " y\r\n\t")],
  ["header lines that are none", filled(letter, "a\r\nX: y\r\n")],
  ["parameters", filled(`${letter}Content-Type: text/plain`, "; a=b")],
  ["continuations of a parameter", filled(`${letter}Content-Type: text/plain`, "; name*1*=%41")],
  ["encoded words", filled("Subject: ", "=?utf-8?q?a?= ")],
  ["addresses with brackets and quotes", filled("From: ", '((a) "b\\"c" <d@e.example>, ')],
  ["references", filled(`${letter}References: `, "<a@b.example> ")],
  ["base64 with garbage", filled(base64, "YWF=h\u00ff YW\r\n")],
  ["lines of dots", filled(`${letter}\r\n`, "..\r\n")],
  ["lines of dashes", filled(`${letter}\r\n`, `${"- ".repeat(150)}wrote:\r\n`)],
  ["elements closed by others", filled(html, "<div></b>")],
  ["elements that stay open", filled(html, "<div><p><b>")],
  ["attributes", filled(`${html}<p `, "a=b ")],
  ["entities", filled(html, "&amp;&")],
  ["files in a text", filled(`${letter}\r\n`, "begin 644 a\r\n!80``\r\nend\r\n")],
])("a mail of many %s is read, or refused, in time linear in its length", async (_, mailOf) => {
  const read = (text: string) =>
    readMail({
      raw: Buffer.from(text, "latin1"),
      attachmentFolder: null,
      envelopeFrom: null,
      publicUrl: "https://desk.example",
    }).catch((error: unknown) => {
      // A mail beyond the limits of the parser costs as little as any.
      if (!(error instanceof UnparsableMail)) throw error;
    });
  expect(await superlinear(read, mailOf, 40_000)).toBeNull();
});
