import database from "mime-db";

// What the list leaves out, or lists first although nobody's files are called so.
const usual: Record<string, string> = {
  "application/ics": "ics",
  "application/octet-stream": "bin",
  "application/ms-tnef": "dat",
  "application/vnd.ms-tnef": "dat",
  "application/pgp-encrypted": "asc",
  "application/pgp-signature": "asc",
  "application/postscript": "ps",
  "application/x-gzip": "gz",
  "application/x-pkcs7-mime": "p7m",
  "application/x-pkcs7-signature": "p7s",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "image/jpg": "jpg",
  "image/pjpeg": "jpg",
  "message/delivery-status": "txt",
  "message/disposition-notification": "txt",
  "message/feedback-report": "txt",
  "message/global": "eml",
  "text/directory": "vcf",
  "text/enriched": "txt",
  "text/rfc822-headers": "txt",
  "text/vcard": "vcf",
  "text/x-amp-html": "html",
  "video/quicktime": "mov",
};

/** The ending that files of a media type usually have, without its dot; null for a type that is not known. */
export function extensionOf(contentType: string): string | null {
  return usual[contentType] ?? database[contentType]?.extensions?.[0] ?? null;
}

let byExtension: Map<string, string> | null = null;

/** The media type of a file by its name's ending, or null. */
export function typeOfName(name: string): string | null {
  byExtension ??= typesByExtension();
  const extension = /\.([a-z\d]{1,10})$/i.exec(name.trim())?.[1]?.toLowerCase();
  return extension ? (byExtension.get(extension) ?? null) : null;
}

function typesByExtension(): Map<string, string> {
  const types = Object.entries(database);
  // Of several types that share an ending the last counts: a registered one.
  const ordered = [
    ...types.filter(([, { source }]) => source !== "iana"),
    ...types.filter(([, { source }]) => source === "iana"),
  ];
  return new Map(
    ordered.flatMap(([type, { extensions = [] }]) => extensions.map((one): [string, string] => [one, type])),
  );
}
