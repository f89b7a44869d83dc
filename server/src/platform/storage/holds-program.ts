import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { isProgram, kindOf } from "./file-kinds.ts";

const sampleSize = 64 * 1024;
/** Formats that are text themselves. A table that begins with "BM" or "MZ" is neither a bitmap nor a program. */
const readableFormats = new Set(["xml", "ics", "vcf", "vtt", "rtf", "ps", "eps", "pdf", "reg"]);

/**
 * Whether a file would run on the machine of whoever opens it: by its name, by what it is, or by what lies in it where it is an
 * archive or a document with macros. Nothing is unpacked, and what it costs is bounded by its length.
 */
export async function holdsProgram(path: string, filename: string): Promise<boolean> {
  const sample = await readStart(path);
  const ending = endingOf(filename);
  if (runs(sample, ending, await recogniseStart(sample))) return true;
  const start = sample.toString("latin1", 0, 4);
  const isContainer = start.startsWith("PK") || start === "\xd0\xcf\x11\xe0";
  return (isContainer || kindOf(ending)?.contents.has("zip") === true) && (await hidesProgram(path));
}

/** Whether what begins so, with this ending, and was recognised as this is handed to a system or an interpreter that runs it. */
export function runs(start: Buffer, ending: string, content: string | undefined): boolean {
  return isProgram(ending, content) || start.toString("latin1", 0, 2) === "#!";
}

/** The ending of a name in small letters, without what systems leave out behind it; "" for none. */
export function endingOf(filename: string): string {
  const name = filename.replace(/[\s.\p{Cc}\p{Cf}]{1,100}$/u, "");
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return ending === name || /[\\/]/.test(ending) ? "" : ending.toLowerCase();
}

/** A file's first 64 kB. */
export async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleSize), 0, sampleSize, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What a format of this name is to somebody who can read the file's start as text: undefined where that is all it is. */
export function beyondText(content: string | undefined, isReadable: boolean): string | undefined {
  return content !== undefined && isReadable && !readableFormats.has(content) ? undefined : content;
}

async function recogniseStart(sample: Buffer): Promise<string | undefined> {
  try {
    return beyondText((await fileTypeFromBuffer(sample))?.ext, isText(sample));
  } catch {
    // It begins like a kind of file and then breaks off: it is none that can be recognised.
    return undefined;
  }
}

/** Readable in some encoding: it holds nothing that stands in no text. UTF-16, which is full of zeros, says so at its start. */
export function isText(start: Buffer): boolean {
  const mark = start.subarray(0, 2).toString("latin1");
  if (mark !== "\xff\xfe" && mark !== "\xfe\xff") return !start.some(isNoText);
  const wide = new TextDecoder(mark === "\xff\xfe" ? "utf-16le" : "utf-16be").decode(start);
  return !Array.from(wide).some((character) => isNoText(character.codePointAt(0) ?? 0));
}

/** Tab, line feed, form feed, carriage return, and the escape of terminal colours in logs. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

function isNoText(code: number): boolean {
  return code < 0x20 && !textControls.has(code);
}

/** The heads of a file in a ZIP, before it and in the list at the end: where the length of its name stands, and the name. */
const heads = [
  { mark: "PK\x03\x04", lengthAt: 26, nameAt: 30 },
  { mark: "PK\x01\x02", lengthAt: 28, nameAt: 46 },
];
const longestHead = 46 + 0xffff;
/** What has more is made to keep somebody busy, or to hide one among them. */
const mostHeads = 500_000;
/** Of a name as much as its ending needs. */
const endOfName = 40;
/** Where macros lie in documents: of Office, of Excel 4 in those of its successors, and of OpenDocument. */
const macros = /vbaproject\.bin$|(?:^|[\\/])macrosheets[\\/]|(?:^|[\\/])basic[\\/]script-lc\.xml$/;
/** Where macros lie in documents of the old kind. */
const oldMacros = Buffer.from("_VBA_PROJECT", "utf16le");

/**
 * Looks through an archive, or a document that is one, for heads of programs, wherever they stand: what one program takes for
 * broken another one opens.
 */
async function hidesProgram(path: string): Promise<boolean> {
  const seen = { heads: 0 };
  let held = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = Buffer.concat([held, piece]);
    const whole = Math.max(0, bytes.length - longestHead);
    if (bytes.includes(oldMacros) || namesProgram(bytes, whole, seen)) return true;
    held = bytes.subarray(whole);
  }
  return namesProgram(held, held.length, seen);
}

/** Whether a head that begins before `end` names a program. */
function namesProgram(bytes: Buffer, end: number, seen: { heads: number }): boolean {
  return heads.some(({ mark, lengthAt, nameAt }) => {
    for (let at = bytes.indexOf(mark, 0, "latin1"); at >= 0 && at < end; at = bytes.indexOf(mark, at + 4, "latin1")) {
      seen.heads += 1;
      if (seen.heads > mostHeads) return true;
      const length = at + nameAt <= bytes.length ? bytes.readUInt16LE(at + lengthAt) : 0;
      const nameEnd = at + nameAt + length;
      const name = bytes.toString("utf8", Math.max(at + nameAt, nameEnd - endOfName), nameEnd).toLowerCase();
      if (macros.test(name) || isProgram(endingOf(name), undefined)) return true;
    }
    return false;
  });
}
