import { expect, test } from "vitest";
import { readParameters } from "./read-parameters.ts";

const name = (value: string, charset: string | null = null) =>
  readParameters(value, charset).parameters.get("filename");

test.each([
  ["attachment; filename=a.pdf", "a.pdf"],
  ['attachment; filename="my file.pdf"', "my file.pdf"],
  ["attachment; filename=my file (1).pdf; size=5", "my file (1).pdf"],
  ['attachment; FileName = "a;b=c.pdf" ; size=5', "a;b=c.pdf"],
  [String.raw`attachment; filename="a \"b\".pdf"`, 'a "b".pdf'],
  [String.raw`attachment; filename="C:\dir\new.pdf"`, String.raw`C:\dir\new.pdf`],
  ['attachment; filename="the "best" file.pdf"; size=5', 'the "best" file.pdf'],
  ['attachment; filename="open.pdf', "open.pdf"],
  ['attachment filename="a.pdf"', "a.pdf"],
  ['attachment; size=5 filename="a.pdf"', "a.pdf"],
  ["attachment; (comment) filename=a.pdf", "a.pdf"],
  ["attachment; filename*=utf-8''na%C3%AFve.pdf", "naïve.pdf"],
  ["attachment; filename*=\"utf-8'en'na%C3%AFve.pdf\"", "naïve.pdf"],
  ["attachment; filename*=iso-8859-1''na%EFve.pdf", "naïve.pdf"],
  ["attachment; filename*=na%C3%AFve.pdf", "naïve.pdf"],
  ["attachment; filename=plain.pdf; filename*=utf-8''na%C3%AFve.pdf", "naïve.pdf"],
  ["attachment; filename*0=one-; filename*1=two; filename*2=.pdf", "one-two.pdf"],
  ["attachment; filename*1=two.pdf; filename*0=one-", "one-two.pdf"],
  ["attachment; filename*0*=utf-8''na%C3; filename*1*=%AFve.pdf", "naïve.pdf"],
  ["attachment; filename*0*=utf-8''na%C3%AFve%20; filename*1=plain%20; filename*2*=%C3%BC.pdf", "naïve plain%20ü.pdf"],
  ["attachment; filename*0*=utf-8''%C3%A9; filename*1*=utf-8''%C3%A9.pdf", "éé.pdf"],
  ['attachment; filename="=?utf-8?Q?na=C3=AFve=2Epdf?="', "naïve.pdf"],
  ["attachment; filename==?utf-8?Q?na=C3=AFve=2Epdf?=", "naïve.pdf"],
  ['attachment; filename="=?utf-8?B?bmHDrw==?= =?utf-8?B?dmUucGRm?="', "naïve.pdf"],
  ['attachment; filename*0="=?utf-8?B?bmHD"; filename*1="r3ZlLnBkZg==?="', "naïve.pdf"],
  ['attachment; filename="=?utf-8?Q?na=C3=AFve=C3"', "naïve"],
  ["attachment; filename*=utf-8''na%C3%AFv%C3", "naïv"],
  ["attachment; filename*=utf-8''%E4%BD%A0%E5", "你"],
  ['attachment; filename="na\u00C3\u00AFve.pdf"', "naïve.pdf"],
  ['attachment; filename="na\u00EFve.pdf"', "naïve.pdf"],
  ['attachment; filename="na\u00C3\u00AFve na\u00C3\u00AFve \u00C3"', "naïve naïve "],
  ["attachment; filename*=x-none''a.pdf", "a.pdf"],
  ["attachment; filename=", ""],
  ["attachment", undefined],
  ["", undefined],
])("reads the file name of %s", (value, expected) => {
  expect(name(value)).toBe(expected);
});

test("decodes a raw name in the message's character set", () => {
  expect(name('attachment; filename="\u00F0\u00D2\u00C9.pdf"', "koi8-r")).toBe("При.pdf");
});

test.each([
  ["TEXT/Plain; charset=utf-8", "text/plain", "utf-8"],
  ["text/plain charset=utf-8", "text/plain", "utf-8"],
  ["text/plain (a comment); charset=utf-8 (Unicode)", "text/plain", "utf-8 (Unicode)"],
  ["charset=utf-8", "", "utf-8"],
  ["; charset=utf-8", "", "utf-8"],
])("reads the type and character set of %s", (value, type, charset) => {
  const read = readParameters(value, null);
  expect([read.value, read.parameters.get("charset")]).toEqual([type, charset]);
});

test.each(["a=", 'a="', ";", "a*1*=%", "=?", 'a="x" '])(
  "reads a megabyte of %j, which quadratic work could not finish within a test",
  (unit) => {
    expect(readParameters(`text/plain; ${unit.repeat(1_000_000 / unit.length)}`, null).value).toBe("text/plain");
  },
);
