import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parseMail } from "./parse-mail.ts";
import type { PartHead } from "./read-part-head.ts";
import { transferDecoder } from "./transfer-decoder.ts";

async function decode(encoding: PartHead["encoding"], text: string, size = text.length || 1, options = {}) {
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    Buffer.from(text.slice(at * size, (at + 1) * size), "latin1"),
  );
  return (await buffer(Readable.from(pieces).pipe(transferDecoder(encoding, options)))).toString("latin1");
}
const long = "The quick brown fox jumps over the lazy dog. ".repeat(20);
const b64 = Buffer.from(long).toString("base64");

test.each([
  ["base64", b64, long],
  ["base64", b64.replace(/.{76}/g, "$&\r\n"), long],
  ["base64", "SGVs\r\nbG8=\r\n", "Hello"],
  ["base64", "SGVsbG8", "Hello"],
  ["base64", "SG!Vs*bG8=", "Hello"],
  ["base64", " SGVs \r\n bG8= ", "Hello"],
  ["base64", "SGVsbG8=\r\nIEFubg==\r\n", "Hello Ann"],
  ["base64", "SGVsbG8=IEFubg==", "Hello Ann"],
  ["base64", "SGVsbG8=\r\n____________\r\nA list at https://lists.example/, to leave it\r\n", "Hello"],
  ["base64", "SGVsbG8= ignored", "Hello"],
  ["base64", "Pj4-Pz8_", ">>>???"],
  ["base64", "", ""],
  ["base64", "Dear shop,\r\nwhere is my order?\r\nAnn\r\n", "Dear shop,\r\nwhere is my order?\r\nAnn\r\n"],
  ["quoted-printable", "Gr=FC=DFe=\r\n aus K=f6ln\r\n", "Gr\u00FC\u00DFe aus K\u00F6ln\r\n"],
  ["quoted-printable", "one=\ntwo= \t\r\nthree", "onetwothree"],
  ["quoted-printable", "one=\r\r\ntwo", "onetwo"],
  ["quoted-printable", "blanks   \r\nat the end \t\n", "blanks\r\nat the end\n"],
  ["quoted-printable", "1 = 1, =ZZ, =C\r\n", "1 = 1, =ZZ, =C\r\n"],
  ["quoted-printable", "end=", "end"],
  // Plain text that is declared quoted-printable.
  ...[
    "See https://shop.example/o?id=1042&x=a\r\n",
    "See https://shop.example/o?id=2042 or www.shop.example/?t=AB12\r\n",
    "Gr\u00C3\u00BC\u00C3\u009Fe, Preis = 49,00. https://shop.example/o?id=1042&x=a\r\n",
    "Heading\r\n=======\r\nsize=42\r\n",
    "a=41 b=10\r\n",
  ].map((text) => ["quoted-printable", text, text] as const),
  ["quoted-printable", "https://shop.example/o?id=3D1042&x=3Da\r\n", "https://shop.example/o?id=1042&x=a\r\n"],
  ["quoted-printable", "https://shop.example/o?id=\r\n=3D10\r\n", "https://shop.example/o?id=10\r\n"],
  ["quoted-printable", "Hello=20World\r\n=46rom here\r\n", "Hello World\r\nFrom here\r\n"],
  ["quoted-printable", "D=E9sol=E9 ?id=1042\r\n", "D\u00E9sol\u00E9 ?id\u001042\r\n"],
  ["quoted-printable", "=1B$BCm=1B(B\r\n", "\u001B$BCm\u001B(B\r\n"],
  ["quoted-printable", "=\r\n=\r\n", ""],
  ["uuencode", "begin 644 a.txt\r\n%2&5L;&\\\r\n`\r\nend\r\n", "Hello"],
  ["uuencode", "Hi\nbegin 644 a b.txt\n#2&5L\n \nend\nBye", "Hel"],
  [null, "=3D as it is\r\n", "=3D as it is\r\n"],
] as const)("decodes %s of %j however it arrives", async (encoding, text, expected) => {
  expect(await decode(encoding, text)).toBe(expected);
  for (const size of [7, 20])
    if (encoding !== "base64" || !/^Dear/.test(text)) expect(await decode(encoding, text, size)).toBe(expected);
});

const body = "Hello, my lamp is broken";
const lines = Buffer.from(body)
  .toString("base64")
  .replace(/.{16}(?=.)/g, "$&\r\n");
test.each([
  ["a rule and words", "_______________\r\nUsers mailing list\r\n"],
  ["a rule and one word", "-----\r\nUnsubscribe\r\n"],
  ["a rule alone", "________________________________________________\r\n"],
  ["words", "You get this mail as a member of a list.\r\n\r\nhttps://lists.example/leave\r\n"],
])("keeps a list's footer below base64 without padding: %s", async (_, footer) => {
  for (const size of [7, 20, 1_000]) {
    expect(await decode("base64", `${lines}\r\n${footer}`, size, { isBody: true })).toBe(`${body}\n${footer}`);
    expect(await decode("base64", `SGVsbG8=\r\n${footer}`, size, { isBody: true })).toBe(`Hello\n${footer}`);
    expect(await decode("base64", `SGVsbG8\r\n${footer}`, size, { isBody: true })).toBe(`Hello\n${footer}`);
  }
});

test.each([
  ["quoted-printable", "=C3=BC", "\u00C3\u00BC"],
  ["quoted-printable", "a=3D", "a="],
  ["base64", "SGVsbG8h", "Hello!"],
] as const)("decodes %s of an endless line of %j, wherever it is cut", async (encoding, unit, expected) => {
  for (const size of [16_384, 70_001, 70_002])
    expect(await decode(encoding, unit.repeat(40_000), size)).toBe(expected.repeat(40_000));
});

test.each([
  ["base64", "="],
  ["base64", "A"],
  ["base64", "AB=\n"],
  ["quoted-printable", " "],
  ["quoted-printable", "="],
  ["quoted-printable", "=\n"],
  ["uuencode", "begin 644 a\n"],
  ["uuencode", "M"],
] as const)(
  "reads a megabyte of %s, all %j, which quadratic work could not finish within a test",
  async (encoding, unit) => {
    await decode(encoding, unit.repeat(1_000_000 / unit.length), 65_536);
  },
);

async function read(text: string) {
  const mail = await parseMail(Buffer.from(`From: a@x.example\n\n${text}`), {
    onAttachment: (_meta, bytes) => buffer(bytes),
  });
  return [mail.text, ...mail.attachments.map(({ name, storedAs }) => `${name}: ${storedAs}`)];
}
const file = "begin 644 a b.txt\n%2&5L;&\\\n`\nend";

test.each([
  ["a file", `Hi\n${file}\nBye`, ["Hi\nBye", "a b.txt: Hello"]],
  ["two", `${file}\n\n${file}\n`, ["\n", "a b.txt: Hello", "a b (2).txt: Hello"]],
  ["other line ends", `Hi\r\n${file.replaceAll("\n", "\r\n")}\r\n`, ["Hi\n", "a b.txt: Hello"]],
])("takes %s out of a text", async (_, text, expected) => {
  expect(await read(text)).toEqual(expected);
});

test.each([
  "begin 644 the parcel\nis what I did\nend",
  "Please begin 644 now",
  "begin 644 a.txt\n%2&5L;&\\\n`\n",
  "begin 644 a.txt\nend",
  "> begin 644 a.txt\n> %2&5L;&\\\n> `\n> end",
])("leaves %j", async (text) => {
  expect(await read(text)).toEqual([text]);
});

test("keeps a text with more files than a mail may have parts whole", async () => {
  const text = `${file}\n`.repeat(501);
  expect(await read(text)).toEqual([text]);
  expect(await read(`${file}\n`.repeat(500))).toHaveLength(501);
});

test("reads a megabyte of beginnings, which quadratic work could not finish within a test", async () => {
  await read("begin 644 a\n".repeat(90_000));
  await read(`begin 644 a\n${"`\nbegin 644 a\n".repeat(70_000)}`);
});
