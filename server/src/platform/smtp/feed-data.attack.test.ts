import { once } from "node:events";
import fc from "fast-check";
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";
import { expect, test } from "vitest";
import { feedDataByChunks } from "./feed-data.ts";

const ofLibrary = SMTPStream.prototype._feedDataStream;
feedDataByChunks();
const ours = SMTPStream.prototype._feedDataStream;

type Fed = { text: string; commands: string[] };

/** Feeds bytes after DATA to a receiver; returns the mail's text and the following command lines. */
async function feed(by: typeof ours, pieces: readonly Buffer[]): Promise<Fed> {
  const stream = new SMTPStream();
  stream._feedDataStream = by;
  const commands: string[] = [];
  stream.oncommand = (line, callback) => {
    commands.push(line.toString("latin1"));
    callback?.();
  };
  const data = stream.startDataMode();
  const chunks: Buffer[] = [];
  data.on("data", (chunk: Buffer) => chunks.push(chunk));
  data.on("end", () => stream.continue());
  for (const piece of pieces) await new Promise((resolve) => stream.write(piece, resolve));
  stream.end();
  await once(stream, "finish");
  return { text: Buffer.concat(chunks).toString("latin1"), commands };
}

function cutUp(bytes: string, cuts: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = 0; from < bytes.length; at += 1) {
    const size = cuts[at % cuts.length] ?? 1;
    pieces.push(Buffer.from(bytes.slice(from, from + size), "latin1"));
    from += size;
  }
  return pieces;
}

test("reads every mail like the library, however it is cut into pieces", async () => {
  const bit = fc.constantFrom(
    "\r\n",
    "\n",
    "\r",
    ".",
    "..",
    "...",
    "a",
    "\r\n.\r\n",
    "\n.\n",
    "\r\n..\r\n",
    "RSET\r\n",
    ".\r\n",
  );
  const mail = fc.array(bit, { maxLength: 30 }).map((bits) => `${bits.join("")}\r\n.\r\nNOOP\r\n`);
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(mail, cuts, async (bytes, sizes) => {
      const pieces = cutUp(bytes, sizes);
      expect(await feed(ours, pieces)).toEqual(await feed(ofLibrary, pieces));
    }),
    { numRuns: 1_500 },
  );
});

test("passes on a mail of dot lines chunk by chunk", async () => {
  const lines = "..\r\n".repeat(100_000);
  const pieces = [...cutUp(lines, [65_536]), Buffer.from(".\r\n")];
  const stream = new SMTPStream();
  const data = stream.startDataMode();
  let count = 0;
  data.on("data", () => {
    count += 1;
  });
  data.on("end", () => stream.continue());
  for (const piece of pieces) await new Promise((resolve) => stream.write(piece, resolve));
  // The library would make one for each of the 100,000 lines.
  expect(count).toBeLessThan(pieces.length * 2);
  expect((await feed(ours, pieces)).text).toBe(".\r\n".repeat(100_000));
});
