import { nameToSave } from "../storage/safe-filename.ts";

/** The Content-Disposition header of a file that is only ever downloaded, under a name that is safe to save (RFC 6266, RFC 8187). */
export function asDownload(filename: string): string {
  const escaped = encodeURIComponent(nameToSave(filename)).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${escaped}`;
}

/** From the first to the last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * The one range of bytes that a Range header asks for of a file of this size; players need it to jump about, and some to
 * begin at all. Null for the whole file, also for several ranges and what is no range; "none" for a range that
 * the file does not reach (RFC 9110, section 14).
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | "none" {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "none" : { start, end };
}
