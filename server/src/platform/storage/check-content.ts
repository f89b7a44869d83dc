import { open } from "node:fs/promises";
import { extname } from "node:path";
import { fileTypeFromFile } from "file-type";
import { isProgram, kindOf, typeByEnding } from "./file-kinds.ts";

/** What a file's content says about it. */
export type ContentVerdict =
  | { verdict: "fine"; contentType: string }
  | { verdict: "empty" }
  /** It would run on the machine of whoever opens it. */
  | { verdict: "program" }
  /** Its name promises something else; `actual` is the ending its content would have, where that is known. */
  | { verdict: "misnamed"; actual: string | null };

const sampleSize = 64 * 1024;
/** Containers of several kinds of document, which only the name distinguishes. */
const containers = new Set(["zip", "cfb", "xml"]);

/** Reads what a file really is: its media type comes from its content, and its name must not contradict that. */
export async function checkContent(path: string, filename: string): Promise<ContentVerdict> {
  const sample = await readStart(path);
  if (sample.length === 0) return { verdict: "empty" };
  const ending = extname(filename).slice(1).toLowerCase();
  const readable = isText(sample);
  const found = await recognise(path, readable);
  const text = found === undefined && readable;
  if (isProgram(ending, found?.ext) || isScript(sample)) return { verdict: "program" };

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

/** Formats that are text themselves. A table that begins with "BM" or "MZ" is neither a bitmap nor a program. */
const readableFormats = new Set(["xml", "ics", "vcf", "vtt", "rtf", "ps", "eps", "pdf", "reg"]);

async function recognise(path: string, readable: boolean): Promise<Found> {
  try {
    const found = await fileTypeFromFile(path);
    return found && readable && !readableFormats.has(found.ext) ? undefined : found;
  } catch {
    // It begins like a kind of file and then breaks off or leads nowhere: it is none that can be recognised.
    return undefined;
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleSize), 0, sampleSize, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a system would hand it to an interpreter by its first line. */
function isScript(start: Buffer): boolean {
  return start.subarray(0, 2).toString("latin1") === "#!";
}

/** Readable in some encoding: it holds nothing that stands in no text. UTF-16, which is full of zeros, says so at its start. */
function isText(start: Buffer): boolean {
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
