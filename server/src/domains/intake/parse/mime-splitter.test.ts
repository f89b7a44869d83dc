import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMail } from "./parse-mail.ts";

const parse = (raw: Buffer | Readable) => parseMail(raw, { onAttachment: (_meta, bytes) => buffer(bytes) });
const b = "From: a@x.example\nContent-Type: multipart/mixed; boundary=b\n\n";
const text = "Content-Type: text/plain\n\nHello";
const file = 'Content-Type: application/pdf; name="a.pdf"\n\nPDF';

// Whatever is in it, a mail is the same by the byte and at once.
const line = fc.constantFrom(
  "--b",
  "--b--",
  "--c",
  "--c ",
  "",
  "x",
  "--",
  "-",
  text,
  file,
  "Content-Type: multipart/mixed; boundary=c",
  "Content-Type: multipart/mixed",
  "\r",
  "From a@b",
  "Subject: x",
);
test("is the same however the bytes arrive", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 25 }),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 40 }),
      async (lines, end, size) => {
        const raw = Buffer.from(`${b}${lines.join("\n")}`.replaceAll("\n", end));
        const pieces = Array.from({ length: Math.ceil(raw.length / size) }, (_, at) =>
          raw.subarray(at * size, (at + 1) * size),
        );
        expect(await parse(Readable.from(pieces))).toEqual(await parse(raw));
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  [
    "parts one in another",
    Array.from({ length: 400 }, (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`).join(""),
  ],
  ["lines that are nearly boundaries", "--b1x\n".repeat(200_000)],
  ["dashes", "-".repeat(1_000_000)],
  ["dashes in lines", "--\n".repeat(300_000)],
])("a megabyte of %s takes no second", async (_, body) => {
  const started = performance.now();
  await parse(Buffer.from(`Content-Type: multipart/mixed; boundary=b0\n\n--b0\n\n${body}`));
  expect(performance.now() - started).toBeLessThan(1_000);
});
