import { fileTypeFromFile } from "file-type";
import { kindOf, typeByEnding } from "./file-kinds.ts";
import { endingOf, isExecutable, isText, readStart, unlessPlainText } from "./holds-program.ts";

/** The result of checking a file's content. */
export type ContentVerdict =
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
