import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parseMail } from "./parse-mail.ts";

const parse = (raw: Buffer) => parseMail(raw, { onAttachment: (_meta, bytes) => buffer(bytes) });
async function shape(raw: string | Buffer) {
  const mail = await parse(Buffer.isBuffer(raw) ? raw : Buffer.from(raw, "latin1"));
  const files = mail.attachments.map(({ name, storedAs }) => `${name}: ${storedAs.toString("latin1").trimEnd()}`);
  return [mail.text.trim(), ...files];
}
const text = "Content-Type: text/plain\n\nHello";
const file = 'Content-Type: application/pdf; name="a.pdf"\nContent-Disposition: attachment; filename="a.pdf"\n\nPDF';
const second = "Content-Type: image/png; name=b.png\nContent-Disposition: attachment\n\nPNG";
const mixed = (type: string, ...lines: string[]) =>
  ["From: a@x.example", `Content-Type: ${type}`, "", ...lines].join("\n");
const b = "multipart/mixed; boundary=b";
const all = ["Hello", "a.pdf: PDF", "b.png: PNG"];

test.each([
  ["as written", mixed(b, "--b", text, "--b", file, "--b", second, "--b--")],
  ["blanks behind the boundary", mixed(b, "--b  ", text, "--b\t ", file, "--b \t", second, "--b--  ")],
  ["very many blanks after the boundary", mixed(b, "--b", text, `--b${" ".repeat(900)}`, file, "--b", second, "--b--")],
  ["no end", mixed(b, "--b", text, "--b", file, "--b", second)],
  [
    "a preamble and an epilogue",
    mixed(b, "Read it elsewhere", "", "--b", text, "--b", file, "--b", second, "--b--", "Bye"),
  ],
  ["an end too early", mixed(b, "--b", text, "--b--", "--b", file, "--b", second, "--b--")],
  [
    "a boundary that begins like another",
    mixed(
      b,
      "--b",
      "Content-Type: multipart/mixed; boundary=bb",
      "",
      "--bb",
      text,
      "--bb",
      file,
      "--bb--",
      "--b",
      second,
      "--b--",
    ),
  ],
  [
    "a boundary that another begins like",
    mixed(
      "multipart/mixed; boundary=bb",
      "--bb",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      text,
      "--b",
      file,
      "--b--",
      "--bb",
      second,
      "--bb--",
    ),
  ],
  [
    "an inner multipart that is not closed",
    mixed(
      b,
      "--b",
      "Content-Type: multipart/alternative; boundary=c",
      "",
      "--c",
      text,
      "--b",
      file,
      "--b",
      second,
      "--b--",
    ),
  ],
  [
    "three that are not closed",
    mixed(
      b,
      "--b",
      "Content-Type: multipart/related; boundary=c",
      "",
      "--c",
      "Content-Type: multipart/alternative; boundary=d",
      "",
      "--d",
      text,
      "--b",
      file,
      "--b",
      second,
      "--b--",
    ),
  ],
  [
    "two multiparts with one boundary",
    mixed(b, "--b", b.replace(/^/, "Content-Type: "), "", "--b", text, "--b", file, "--b--", "--b", second, "--b--"),
  ],
  [
    "a boundary in quotes with odd characters",
    mixed(
      `multipart/mixed; boundary="=_a(1):/?;,'b c"`,
      "--=_a(1):/?;,'b c",
      text,
      "--=_a(1):/?;,'b c",
      file,
      "--=_a(1):/?;,'b c",
      second,
      "--=_a(1):/?;,'b c--",
    ),
  ],
  [
    "odd characters without quotes",
    mixed(
      "multipart/mixed; boundary==_a(1):/?,@b",
      "--=_a(1):/?,@b",
      text,
      "--=_a(1):/?,@b",
      file,
      "--=_a(1):/?,@b",
      second,
      "--=_a(1):/?,@b--",
    ),
  ],
  [
    "a boundary in single quotes",
    mixed("multipart/mixed; boundary='b'", "--b", text, "--b", file, "--b", second, "--b--"),
  ],
  [
    "a boundary in other case",
    mixed("multipart/mixed; boundary=BOUND", "--bound", text, "--bound", file, "--bound", second, "--bound--"),
  ],
  [
    "another boundary than was said",
    mixed("multipart/mixed; boundary=one", "--two", text, "--two", file, "--two", second, "--two--"),
  ],
  ["no boundary said", mixed("multipart/mixed", "", "--b", text, "--b", file, "--b", second, "--b--")],
  ["an empty boundary", mixed('multipart/mixed; boundary=""', "--b", text, "--b", file, "--b", second, "--b--")],
  ["no type but a boundary", mixed("; boundary=b", "--b", text, "--b", file, "--b", second, "--b--")],
  ["a folded boundary", mixed('multipart/mixed;\n\tboundary="b"', "--b", text, "--b", file, "--b", second, "--b--")],
  [
    "a continued boundary",
    mixed(
      "multipart/mixed; boundary*0=long; boundary*1=er",
      "--longer",
      text,
      "--longer",
      file,
      "--longer",
      second,
      "--longer--",
    ),
  ],
  ["a quote that stays open", mixed('multipart/mixed; boundary="b', "--b", text, "--b", file, "--b", second, "--b--")],
  [
    "a comment after the boundary",
    mixed("multipart/mixed; boundary=b (comment)", "--b", text, "--b", file, "--b", second, "--b--"),
  ],
  ["the type twice", mixed(`${b}\nContent-Type: text/plain`, "--b", text, "--b", file, "--b", second, "--b--")],
  [
    "the type twice, once without meaning",
    mixed(`nonsense\nContent-Type: ${b}`, "--b", text, "--b", file, "--b", second, "--b--"),
  ],
  ["a part without header", mixed(b, "--b", "", "Hello", "--b", file, "--b", second, "--b--")],
  [
    "a header that only the next boundary ends",
    mixed(b, "--b", text, "--b", "Content-Type: text/plain", "--b", file, "--b", second, "--b--"),
  ],
  [
    "a header without its blank line",
    mixed(b, "--b", "Content-Type: text/plain", "Hello", "--b", file, "--b", second, "--b--"),
  ],
  [
    "a blank for the blank line",
    mixed(b, "--b", "Content-Type: text/plain", " ", "Hello", "--b", file, "--b", second, "--b--"),
  ],
  ["a line that is no field", mixed(b, "--b", "nonsense", text, "--b", file, "--b", second, "--b--")],
  [
    "a mail box's first line",
    `From a@x.example Mon Jan 1\n${mixed(b, "--b", text, "--b", file, "--b", second, "--b--")}`,
  ],
  ["a byte order mark", `\u00EF\u00BB\u00BF${mixed(b, "--b", text, "--b", file, "--b", second, "--b--")}`],
  ["blank lines at the start", `\n\n${mixed(b, "--b", text, "--b", file, "--b", second, "--b--")}`],
  [
    "a boundary inside an enclosed message's place",
    mixed(b, "--b", text, "--b", file, "--b", second, "--b", "", "--b--"),
  ],
])("reads every part: %s", async (_, raw) => {
  expect(await shape(raw)).toEqual(all);
  expect(await shape(raw.replaceAll("\n", "\r\n"))).toEqual(all);
  // Carriage returns alone, twice, and only some lines.
  expect(await shape(raw.replaceAll("\n", "\r"))).toEqual(all);
  expect(await shape(raw.replaceAll("\n", "\r\r\n"))).toEqual(all);
  expect(await shape(raw.replace(/\n(?=--)/g, "\r\n"))).toEqual(all);
});

test.each([
  ["a line of text that begins like a boundary", mixed(b, "--b", `${text}\n--bc\n--`, "--b--"), ["Hello\n--bc\n--"]],
  [
    "a signature's mark",
    mixed('multipart/mixed; boundary="-"', "---", `${text}\n-- \nAnn`, "-----"),
    ["Hello\n-- \nAnn"],
  ],
  [
    "a boundary of a multipart that has ended",
    mixed(
      b,
      "--b",
      "Content-Type: multipart/mixed; boundary=c",
      "",
      "--c",
      "",
      "x",
      "--b",
      `${text}\n--c\nAnn`,
      "--b--",
    ),
    ["x\nHello\n--c\nAnn"],
  ],
  ["a boundary inside a line", mixed(b, "--b", `${text} --b\nx--b`, "--b--"), ["Hello --b\nx--b"]],
  [
    "a boundary outside a multipart",
    mixed("text/plain", "Hello", "--b", "Content-Type: text/plain"),
    ["Hello\n--b\nContent-Type: text/plain"],
  ],
  ["a multipart without parts", mixed(b, "Hello"), ["Hello"]],
  ["no header at all", "Hello,\nwhere is my order?\n\nAnn", ["Hello,\nwhere is my order?\n\nAnn"]],
  ["a header only", "Subject: Hello\nFrom: a@x.example", [""]],
  [
    "text of no known type",
    mixed("application/octet-stream", "Hello, where is it?"),
    ["Hello, where is it?", "attachment.bin: Hello, where is it?"],
  ],
  ["a type without a second half", mixed("text", "Hello"), ["Hello"]],
  ["a type without a semicolon", mixed("text/plain charset=utf-8", "Hello"), ["Hello"]],
  ["text with a name, alone", mixed("text/plain; name=x.txt", "Hello"), ["Hello"]],
  [
    "enriched text",
    mixed("text/enriched", "<bold>Hello</bold><param>x</param>", "there", "", "Ann <<3"),
    ["Hello there\nAnn <3"],
  ],
  [
    "a closed page beside the text",
    mixed(
      "multipart/alternative; boundary=b",
      "--b",
      text,
      "--b",
      "Content-Type: text/html",
      "",
      "<html><body></body></html>",
      "--b--",
    ),
    ["Hello"],
  ],
])("does not split: %s", async (_, raw, expected) => {
  expect(await shape(raw)).toEqual(expected);
});
