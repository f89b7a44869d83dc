import { safeFilename, unusedFilename } from "../../../platform/storage/safe-filename.ts";

const extensions: Record<string, string> = {
  "message/rfc822": "eml",
  "message/delivery-status": "txt",
  "message/feedback-report": "txt",
  "message/disposition-notification": "txt",
  "text/rfc822-headers": "txt",
  "text/plain": "txt",
  "text/html": "html",
  "text/calendar": "ics",
  "text/csv": "csv",
  "text/vcard": "vcf",
  "text/x-vcard": "vcf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/heic": "heic",
  "image/tiff": "tiff",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/json": "json",
  "application/xml": "xml",
  "application/pgp-signature": "asc",
  "application/pkcs7-signature": "p7s",
  "application/ms-tnef": "dat",
};

/** A safe file name for a part: never a path, never empty, not hidden, not reserved, and not yet in `taken`. */
export function nameAttachment(given: string | null, contentType: string, taken: Set<string>): string {
  const base =
    safeFilename(given ?? "") ||
    `${contentType === "message/rfc822" ? "message" : "attachment"}.${extensions[contentType] ?? "bin"}`;
  const name = unusedFilename(base, taken);
  taken.add(name.toLowerCase());
  return name;
}
