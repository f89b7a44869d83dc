/** What no part of a file's name may hold: controls, path separators, and marks that turn the direction of writing. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/** The Content-Disposition header of a file that is only ever downloaded, under a name that is safe to save (RFC 6266, RFC 8187). */
export function asDownload(filename: string): string {
  const name = filename.toWellFormed().replace(unsafe, "_");
  const escaped = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${escaped}`;
}
