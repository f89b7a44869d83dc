import { nameToSave } from "../storage/safe-filename.ts";

/** The Content-Disposition header of a file that is only ever downloaded, under a name that is safe to save (RFC 6266, RFC 8187). */
export function asDownload(filename: string): string {
  const escaped = encodeURIComponent(nameToSave(filename)).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${escaped}`;
}
