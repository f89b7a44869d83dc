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
const maxLength = 120;

/** A safe file name for a part: never a path, never empty, not hidden, not reserved, and not yet in `taken`. */
export function nameAttachment(given: string | null, contentType: string, taken: Set<string>): string {
  const base =
    cleanFileName(given ?? "") ||
    `${contentType === "message/rfc822" ? "message" : "attachment"}.${extensions[contentType] ?? "bin"}`;
  let name = base;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = numbered(base, count);
  taken.add(name.toLowerCase());
  return name;
}

function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}

function cleanFileName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    // Control and direction marks hide a file's true ending; the others are not allowed in names on Windows.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (!/[\p{L}\p{N}]/u.test(clean)) return "";
  const short = shorten(clean);
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short) ? `_${short}` : short;
}

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= maxLength) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : "";
  return characters.slice(0, maxLength - ending.length).join("") + ending;
}
