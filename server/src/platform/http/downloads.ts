import { nameToSave } from "../storage/safe-filename.ts";

/** Returns the Content-Disposition header for a download, with a name that is safe to save (RFC 6266, RFC 8187). */
export function asDownload(filename: string): string {
  const escaped = encodeURIComponent(nameToSave(filename)).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${escaped}`;
}

/** Both ends are inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a Range header for a file of this size; players need it to seek, and some to start. Returns null, for the
 * whole file, for several ranges or an invalid one, and "none" for a range outside the file (RFC 9110, section 14).
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
