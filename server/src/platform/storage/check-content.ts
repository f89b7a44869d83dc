import { fileTypeFromFile } from "file-type";
import { kindOf, typeByEnding } from "./file-kinds.ts";
import { beyondText, endingOf, isText, readStart, runs } from "./holds-program.ts";

/** What a file's content says about it. */
export type ContentVerdict =
  | { verdict: "fine"; contentType: string }
  | { verdict: "empty" }
  /** It would run on the machine of whoever opens it. */
  | { verdict: "program" }
  /** Its name promises something else; `actual` is the ending its content would have, where that is known. */
  | { verdict: "misnamed"; actual: string | null };

/** Containers of several kinds of document, which only the name distinguishes. */
const containers = new Set(["zip", "cfb", "xml"]);

/** Reads what a file really is: its media type comes from its content, and its name must not contradict that. */
export async function checkContent(path: string, filename: string): Promise<ContentVerdict> {
  const sample = await readStart(path);
  if (sample.length === 0) return { verdict: "empty" };
  const ending = endingOf(filename);
  const readable = isText(sample);
  const found = await recognise(path, readable);
  const text = found === undefined && readable;
  if (runs(sample, ending, found?.ext)) return { verdict: "program" };

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
    return beyondText(found?.ext, readable) === undefined ? undefined : found;
  } catch {
    // It begins like a kind of file and then breaks off or leads nowhere: it is none that can be recognised.
    return undefined;
  }
}
