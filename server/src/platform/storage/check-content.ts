import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import { isProgram, kindOf, typeByEnding } from "./file-kinds.ts";

/** The result of checking a file's content. */
type ContentVerdict =
  | { verdict: "fine"; contentType: string }
  | { verdict: "empty" }
  /** It would run on the computer of whoever opens it. */
  | { verdict: "program" }
  /** Its name does not match; `actual` is its content's extension, if known. */
  | { verdict: "misnamed"; actual: string | null };

/** Containers of several kinds of documents, distinguished only by name. */
const containers = new Set(["zip", "cfb", "xml"]);

/** Determines a file's media type from its content, and whether its name matches. */
export async function checkContent(path: string, filename: string): Promise<ContentVerdict> {
  const sample = await readStart(path);
  if (sample.length === 0) return { verdict: "empty" };
  const ending = endingOf(filename);
  const readable = isText(sample);
  const found = await recognise(path, readable);
  const text = found === undefined && readable;
  if (isExecutable(sample, ending, found?.ext)) return { verdict: "program" };

  const content = found?.ext ?? (text ? "text" : undefined);
  const kind = kindOf(ending);
  const fits = !kind || (content === undefined ? !kind.isSure : kind.contents.has(content));
  if (!fits) return { verdict: "misnamed", actual: found?.ext ?? (text ? "txt" : null) };
  return { verdict: "fine", contentType: typeOf(found, text, kind && typeByEnding(ending)) };
}

type Found = { ext: string; mime: string } | undefined;

function typeOf(found: Found, isText: boolean, named: string | undefined): string {
  if (!found) return isText ? (named ?? "text/plain") : "application/octet-stream";
  if (found.ext === "apng") return "image/png";
  return containers.has(found.ext) ? (named ?? found.mime) : found.mime;
}

async function recognise(path: string, readable: boolean): Promise<Found> {
  try {
    const found = await fileTypeFromFile(path);
    return unlessPlainText(found?.ext, readable) === undefined ? undefined : found;
  } catch {
    // It starts like a known format but is broken: not recognised.
    return undefined;
  }
}

const sampleSize = 64 * 1024;
/** Formats that are text. A table that begins with "BM" or "MZ" is neither a bitmap nor a program. */
const readableFormats = new Set(["xml", "ics", "vcf", "vtt", "rtf", "ps", "eps", "pdf", "reg"]);

/**
 * Whether a file would run on the computer of whoever opens it: by its name, its content, or the contents of an archive
 * or a document with macros. Unpacks nothing, in time linear in its length.
 */
export async function holdsProgram(path: string, filename: string): Promise<boolean> {
  const sample = await readStart(path);
  const ending = endingOf(filename);
  if (isExecutable(sample, ending, await recogniseStart(sample))) return true;
  const start = sample.toString("latin1", 0, 4);
  const isContainer = start.startsWith("PK") || start === "\xd0\xcf\x11\xe0";
  return (isContainer || kindOf(ending)?.contents.has("zip") === true) && (await containsProgram(path));
}

/** Whether a system or interpreter would run a file with this start, extension and recognised content. */
function isExecutable(start: Buffer, ending: string, content: string | undefined): boolean {
  return isProgram(ending, content) || start.toString("latin1", 0, 2) === "#!";
}

/** Returns a name's extension in lower case, ignoring trailing characters that systems drop; "" for none. */
function endingOf(filename: string): string {
  const name = filename.replace(/[\s.\p{Cc}\p{Cf}]{1,100}$/u, "");
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return ending === name || /[\\/]/.test(ending) ? "" : ending.toLowerCase();
}

/** Reads a file's first 64 kB. */
async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleSize), 0, sampleSize, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns a recognised format, or undefined for readable text that only looks like one. */
function unlessPlainText(content: string | undefined, isReadable: boolean): string | undefined {
  return content !== undefined && isReadable && !readableFormats.has(content) ? undefined : content;
}

async function recogniseStart(sample: Buffer): Promise<string | undefined> {
  try {
    return unlessPlainText((await fileTypeFromBuffer(sample))?.ext, isText(sample));
  } catch {
    // It starts like a known format but is broken: not recognised.
    return undefined;
  }
}

/**
 * Whether a file is text in any encoding: no control characters. UTF-16, which is full of zeros, has a byte order mark.
 */
function isText(start: Buffer): boolean {
  const mark = start.subarray(0, 2).toString("latin1");
  if (mark !== "\xff\xfe" && mark !== "\xfe\xff") return !start.some(isNoText);
  const wide = new TextDecoder(mark === "\xff\xfe" ? "utf-16le" : "utf-16be").decode(start);
  return !Array.from(wide).some((character) => isNoText(character.codePointAt(0) ?? 0));
}

/** Tab, line feed, form feed, carriage return, and escape, for terminal colours in logs. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

function isNoText(code: number): boolean {
  return code < 0x20 && !textControls.has(code);
}

/** The headers of a file in a ZIP, local and central, with the offsets of the name's length and the name. */
const headers = [
  { mark: "PK\x03\x04", lengthAt: 26, nameAt: 30 },
  { mark: "PK\x01\x02", lengthAt: 28, nameAt: 46 },
];
const longestHeader = 46 + 0xffff;
/** Files with more are made to exhaust us or to hide one among them. */
const mostHeaders = 500_000;
/** Enough of a name for its extension. */
const endOfName = 40;
/** Paths of macros in documents: Office, Excel 4 macros in newer Excel files, and OpenDocument. */
const macros = /vbaproject\.bin$|(?:^|[\\/])macrosheets[\\/]|(?:^|[\\/])basic[\\/]script-lc\.xml$/;
/** Marks macros in old Office documents. */
const oldMacros = Buffer.from("_VBA_PROJECT", "utf16le");

/**
 * Searches an archive or document for program headers at any position, as programs may open what others consider
 * broken.
 */
async function containsProgram(path: string): Promise<boolean> {
  const counter = { headers: 0 };
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = Math.max(0, bytes.length - longestHeader);
    if (bytes.includes(oldMacros) || namesProgram(bytes, whole, counter)) return true;
    rest = bytes.subarray(whole);
  }
  return namesProgram(rest, rest.length, counter);
}

/** Whether a header starting before `end` names a program. */
function namesProgram(bytes: Buffer, end: number, counter: { headers: number }): boolean {
  return headers.some(({ mark, lengthAt, nameAt }) => {
    for (let at = bytes.indexOf(mark, 0, "latin1"); at >= 0 && at < end; at = bytes.indexOf(mark, at + 4, "latin1")) {
      counter.headers += 1;
      if (counter.headers > mostHeaders) return true;
      const length = at + nameAt <= bytes.length ? bytes.readUInt16LE(at + lengthAt) : 0;
      const nameEnd = at + nameAt + length;
      const name = bytes.toString("utf8", Math.max(at + nameAt, nameEnd - endOfName), nameEnd).toLowerCase();
      if (macros.test(name) || isProgram(endingOf(name), undefined)) return true;
    }
    return false;
  });
}
