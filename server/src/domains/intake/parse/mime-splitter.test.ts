import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MimeSplitter } from "./mime-splitter.ts";
import { parseMail } from "./parse-mail.ts";

const parse = (raw: Buffer | Readable) => parseMail(raw, { onAttachment: (_meta, bytes) => buffer(bytes) });
const b = "From: a@x.example\nContent-Type: multipart/mixed; boundary=b\n\n";
const text = "Content-Type: text/plain\n\nHello";
const file = 'Content-Type: application/pdf; name="a.pdf"\n\nPDF';

// Trees of parts as bad programs write them: blanks after boundaries, unclosed multiparts, text around them.
type Tree = { bytes: Uint8Array } | { kind: string; parts: Tree[]; isOpen: boolean; padding: string; around: boolean };
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ bytes: fc.uint8Array({ maxLength: 120 }) }),
    fc.record({
      kind: fc.constantFrom("mixed", "related", "alternative", "x-own"),
      parts: fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
      isOpen: fc.boolean(),
      padding: fc.constantFrom("", " ", "\t", "   \t "),
      around: fc.boolean(),
    }),
  ),
}));

function write(node: Tree, counter: { next: number }, files: string[]): string[] {
  if ("bytes" in node) {
    const bytes = Buffer.from(node.bytes);
    files.push(bytes.toString("hex"));
    const body = bytes.toString("base64").replace(/.{40}/g, "$&\n");
    return ["Content-Type: application/octet-stream", "Content-Transfer-Encoding: base64", "", body];
  }
  // Each boundary begins like the one around it.
  const boundary = `b${"-".repeat(counter.next % 3)}${"x".repeat(counter.next++)}`;
  const lines = [
    `Content-Type: multipart/${node.kind}; boundary="${boundary}"`,
    "",
    ...(node.around ? ["Read on:"] : []),
  ];
  for (const part of node.parts) lines.push(`--${boundary}${node.padding}`, ...write(part, counter, files));
  if (!node.isOpen) lines.push(`--${boundary}--${node.padding}`, ...(node.around ? ["", "The end."] : []));
  return lines;
}

test("finds every file of any tree, to the byte, however badly it is written", async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.constantFrom("\n", "\r\n", "\r"), async (root, end) => {
      const files: string[] = [];
      const raw = ["From: a@x.example", ...write(root, { next: 0 }, files)].join("\n").replaceAll("\n", end);
      const mail = await parse(Buffer.from(raw));
      expect(mail.attachments.map(({ storedAs }) => storedAs.toString("hex"))).toEqual(files);
    }),
  );
});

// Reads every mail the same byte by byte and at once.
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
  );
});

test.each([
  [
    "nested parts",
    Array.from({ length: 400 }, (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`).join(""),
  ],
  ["lines that are nearly boundaries", "--b1x\n".repeat(200_000)],
  ["dashes", "-".repeat(1_000_000)],
  ["dashes in lines", "--\n".repeat(300_000)],
])("reads a megabyte of %s, which quadratic work could not finish within a test", async (_, body) => {
  await parse(Buffer.from(`Content-Type: multipart/mixed; boundary=b0\n\n--b0\n\n${body}`));
});

test("drops a part's header lines once they have been read", () => {
  const limits = { headerBytes: 262_144, parts: 500, isRefused: true };
  const events = new MimeSplitter(limits).take(Buffer.from(`${b}--b\nA: ${"x".repeat(1_000)}\n${text}\n--b--\n`), true);
  const nodes = new Set(events.map(({ node }) => node));
  expect([...nodes].map(({ lines }) => lines.length)).toEqual([2, 0]);
});
