import { expect, test } from "vitest";
import {
  attachedMessage,
  binary,
  fileTime,
  packRtf,
  type TnefPart,
  tnefOf,
  unicode,
  wholeNumber,
} from "../../../../../stand-ins/mail-programs/tnef-of.ts";
import { decodeCharset } from "../parse/decode-charset.ts";
import { readTnef } from "./read-tnef.ts";

const read = (part: TnefPart) => readTnef(tnefOf(part), decodeCharset);
const png = Buffer.from("89504e470d0a1a0a", "hex");

test("decodes a text in the character set that the message names", () => {
  expect(read({ text: "Lampe f\xfcr 20 \x80" })).toMatchObject({ text: "Lampe für 20 €", html: null, isCut: false });
  const cyrillic = Buffer.from([0xcb, 0xe0, 0xec, 0xef, 0xe0]).toString("latin1");
  expect(read({ text: cyrillic, codePage: 1251 })).toMatchObject({ text: "Лампа" });
});

test("decodes HTML in its own character set, or as Unicode", () => {
  const html = binary(0x1013, Buffer.from("<p>grün</p>"));
  expect(read({ properties: [wholeNumber(0x3fde, 65001), html] })).toMatchObject({ html: "<p>grün</p>" });
  expect(read({ properties: [unicode(0x1013, "<p>Лампа</p>")] })).toMatchObject({ html: "<p>Лампа</p>" });
});

test("reads the properties after a named one", () => {
  const named = { ...unicode(0x8001, "x"), name: "Keywords" };
  expect(read({ properties: [named, unicode(0x1000, "The lamp")] })).toMatchObject({ text: "The lamp" });
});

test("reads files with their long names, types, content ids and bytes, wherever these stand", () => {
  const long = [unicode(0x3707, "photo of the lamp.png"), unicode(0x370e, "image/png"), unicode(0x3712, "<a@b>")];
  const files = [
    { title: "PHOTO~1.PNG", bytes: png, properties: long },
    { properties: [unicode(0x3707, "b.pdf"), binary(0x3701, Buffer.from("%PDF"))] },
    { title: "c.txt", bytes: Buffer.from("c") },
  ];
  expect(read({ files })?.files).toEqual([
    { name: "photo of the lamp.png", contentType: "image/png", contentId: "a@b", bytes: png },
    { name: "b.pdf", contentType: null, contentId: null, bytes: Buffer.from("%PDF") },
    { name: "c.txt", contentType: null, contentId: null, bytes: Buffer.from("c") },
  ]);
});

test("reads an attached message with its author and time", () => {
  const at = new Date("2026-11-27T08:00:00Z");
  const inner = tnefOf({
    text: "The switch is broken.",
    properties: [
      unicode(0x37, "Old complaint"),
      unicode(0x0c1a, "Kim"),
      unicode(0x5d01, "kim@x.example"),
      fileTime(0x39, at),
    ],
  });
  expect(
    read({ text: "See below", files: [{ title: "Old complaint", properties: [attachedMessage(inner)] }] }),
  ).toMatchObject({
    files: [],
    messages: [
      {
        subject: "Old complaint",
        from: { name: "Kim", email: "kim@x.example" },
        sentAt: at,
        text: "The switch is broken.",
      },
    ],
  });
});

test.each([
  [
    "text",
    "{\\rtf1\\ansi\\fromtext{\\fonttbl{\\f0 Arial;}}\\f0 The lamp\\par of order 1042\\tab is \\'84broken\\'93.}",
  ],
  [
    "formatted text",
    "{\\rtf1\\ansi{\\*\\generator X}{\\info{\\author Kim}}The lamp\\par of order 1042\\tab is {\\b \\u8222?broken\\u8220?}.}",
  ],
])("reads the text from RTF alone: %s", (_, rtf) => {
  expect(read({ properties: [binary(0x1009, packRtf(rtf))] })).toMatchObject({
    text: "The lamp\nof order 1042\tis „broken“.",
    html: null,
  });
});

test("reads the original HTML from RTF alone, without what only renders it", () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Arial;}}" +
    "{\\*\\htmltag19 <html>}{\\*\\htmltag34 <head>}{\\*\\htmltag41 </head>}{\\*\\htmltag50 <body>}\\htmlrtf \\pard\\htmlrtf0 " +
    "{\\*\\htmltag64 <p class=\"a\\'fc\">}\\htmlrtf {\\htmlrtf0 The lamp {\\f1 \\'cb\\'e0}\\htmlrtf }\\htmlrtf0 {\\*\\htmltag72 </p>}" +
    "{\\*\\mhtmltag72 <p>}{\\*\\htmltag84 &nbsp;}\\htmlrtf\\'a0\\htmlrtf0 {\\*\\htmltag58 </body>}{\\*\\htmltag27 </html>}}";
  expect(read({ properties: [binary(0x1009, packRtf(rtf))] })).toMatchObject({
    html: '<html><head></head><body><p class="aü">The lamp Ла</p>&nbsp;</body></html>',
  });
});

test("compresses and decompresses RTF that repeats itself", () => {
  const text = "The lamp is broken. ".repeat(400);
  const packed = packRtf(`{\\rtf1\\ansi\\fromtext ${text}}`);
  expect(packed.length).toBeLessThan(text.length / 4);
  expect(read({ properties: [binary(0x1009, packed)] })?.text).toBe(text);
});

test("reads a truncated file as far as it goes, and says so", () => {
  const whole = tnefOf({ text: "The lamp", files: [{ title: "a.txt", bytes: Buffer.alloc(100, "a") }] });
  const cut = readTnef(whole.subarray(0, whole.length - 60), decodeCharset);
  expect(cut).toMatchObject({ text: "The lamp", isCut: true, files: [{ name: "a.txt" }] });
});

test("reads no other file", () => {
  expect(readTnef(Buffer.from("winmail"), decodeCharset)).toBeNull();
});
