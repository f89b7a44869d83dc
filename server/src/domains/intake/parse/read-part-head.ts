import database from "mime-db";
import { decodeWords, isInformativeCharset } from "./decode-charset.ts";
import { type HeaderLine, readHeaders, unfoldValue } from "./read-headers.ts";
import { readParameters, type Structured } from "./read-parameters.ts";

/** What a part's header says about its body (RFC 2045, RFC 2183). */
export type PartHead = {
  /** In lower case, without parameters; "text/plain" by default (RFC 2045, section 5.2). */
  contentType: string;
  /** The subtype of a multipart, such as "mixed". */
  multipart: string | null;
  boundaries: string[];
  charset: string | null;
  encoding: "base64" | "quoted-printable" | "uuencode" | null;
  disposition: string | null;
  /** The name as the sender gave it. */
  filename: string | null;
  /** The raw values of both fields with a name, if they contain bytes whose character set another part may tell. */
  rawNames: { disposition: string; type: string } | null;
  contentId: string | null;
  reportType: string | null;
  isFlowed: boolean;
  /** Whether a soft line break removes its blank (RFC 3676, DelSp). */
  deletesSpace: boolean;
};

/** Reads a part's header; `parent` is the head of the multipart that contains it. */
export function readPartHead(lines: readonly HeaderLine[], parent: PartHead | null): PartHead {
  const rawDisposition = withoutWords(rawValues(lines, "content-disposition")[0] ?? "");
  const disposition = readParameters(rawDisposition, null);
  const types = rawValues(lines, "content-type")
    .map((value) => bareType(withoutWords(value)))
    .map((raw) => ({ raw, ...readParameters(raw, null) }));
  // If a program wrote the field twice, the first valid one counts.
  const type = types.find(({ value }) => mediaType.test(value)) ?? types[0] ?? null;
  const filename = nameIn(disposition, type);
  const rawNames = { disposition: rawDisposition, type: type?.raw ?? "" };
  const contentType = readContentType(type, disposition.value, filename, parent);
  const parameter = (name: string) => type?.parameters.get(name)?.trim().toLowerCase() || null;
  return {
    contentType,
    multipart: contentType.startsWith("multipart/") ? contentType.slice("multipart/".length) : null,
    boundaries: readBoundaries(type?.parameters.get("boundary") ?? ""),
    charset: parameter("charset")?.split(/[\s(]/)[0] || null,
    encoding: readEncodings(rawValues(lines, "content-transfer-encoding")),
    disposition: disposition.value || null,
    filename,
    rawNames: /[^\0-\x7F]/.test(rawNames.disposition + rawNames.type) ? rawNames : null,
    contentId: readContentId(lines),
    reportType: parameter("report-type"),
    isFlowed: parameter("format") === "flowed",
    deletesSpace: parameter("delsp") === "yes",
  };
}

/** Returns a part's file name; raw bytes are UTF-8, else of the part's character set, else of `charset`, else guessed. */
export function readFilename({ filename, rawNames, charset: own }: PartHead, charset: string | null): string | null {
  if (rawNames === null) return filename;
  const fallback = isInformativeCharset(own) ? own : charset;
  return nameIn(readParameters(rawNames.disposition, fallback), readParameters(rawNames.type, fallback));
}

function nameIn(disposition: Structured, type: Structured | null): string | null {
  return disposition.parameters.get("filename") || type?.parameters.get("name") || null;
}

const mostOfAName = 10;

function rawValues(lines: readonly HeaderLine[], key: string): string[] {
  const fields = lines.filter((line) => line.key === key).slice(0, mostOfAName);
  return fields.map(({ line }) => unfoldValue(line));
}

/** Decodes a field that a program wrongly wrote as encoded words, to UTF-8 with one character per byte. */
function withoutWords(value: string): string {
  return value.startsWith("=?") ? Buffer.from(decodeWords(value)).toString("latin1") : value;
}

/** Removes a comment before the type, quotes around it, and blanks or comments around its slash. */
function bareType(value: string): string {
  return value
    .replace(/^\([^()]{0,200}\)\s*/, "")
    .replace(/^["']([^"';]{1,200})["']/, "$1")
    .replace(/^([\w.+-]{1,127})(?:\s|\([^()]{0,200}\)){0,20}\/(?:\s|\([^()]{0,200}\)){0,20}/, "$1/");
}

const mediaType = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/;

function readContentType(
  type: Structured | null,
  disposition: string,
  filename: string | null,
  parent: PartHead | null,
): string {
  if (type && mediaType.test(type.value)) return type.value;
  if (type?.parameters.has("boundary")) return "multipart/mixed";
  if (type) return "text/plain";
  if (parent?.multipart === "digest") return "message/rfc822";
  const known = filename === null ? null : typeOfName(filename);
  return known ?? (disposition === "attachment" ? "application/octet-stream" : "text/plain");
}

// Some programs use single quotes as quotes, and any character may be escaped (RFC 5322, quoted-pair), so all forms are tried.
function readBoundaries(boundary: string): string[] {
  const exact = boundary.trimEnd();
  const bare = /^'(.+)'$/.exec(exact)?.[1] ?? "";
  return [exact, exact.split(/\s\(/)[0]?.trimEnd() ?? "", exact.replace(/\\(.)/g, "$1"), bare].filter(
    (one) => one !== "",
  );
}

/** Returns the first known encoding among the names in one or more fields. */
function readEncodings(values: readonly string[]): PartHead["encoding"] {
  for (const value of values) {
    const words = decodeWords(value)
      .replace(/\([^()]{0,200}\)/g, " ")
      .split(/[;,(\s]+/)
      .slice(0, mostOfAName);
    for (const word of words) {
      const encoding = readEncoding(word);
      if (encoding !== null) return encoding;
    }
  }
  return null;
}

function readEncoding(word: string): PartHead["encoding"] {
  const name = word.toLowerCase().replace(/[^a-z\d]/g, "");
  if (/^x?base64$/.test(name)) return "base64";
  if (/^x?quotedprintable$|^quoted$/.test(name)) return "quoted-printable";
  return /^x?uu(?:e|enc|encode|encoded)$/.test(name) ? "uuencode" : null;
}

function readContentId(lines: readonly HeaderLine[]): string | null {
  const named = lines.filter(({ key }) => key === "content-id").slice(0, 1);
  const id = readHeaders(named)
    ["content-id"]?.[0]?.slice(0, 1_000)
    .replace(/^[<\s]+|[>\s]+$/g, "");
  return id ? id.slice(0, 500) : null;
}

// Types that the database lacks, or for which its first extension is unusual.
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

/** Returns the usual file extension of a media type, without its dot; null if the type is unknown. */
export function extensionOf(contentType: string): string | null {
  return usual[contentType] ?? database[contentType]?.extensions?.[0] ?? null;
}

let byExtension: Map<string, string> | null = null;

/** Returns the media type for a file name's extension, or null. */
export function typeOfName(name: string): string | null {
  byExtension ??= typesByExtension();
  const extension = /\.([a-z\d]{1,10})$/i.exec(name.trim())?.[1]?.toLowerCase();
  return extension ? (byExtension.get(extension) ?? null) : null;
}

function typesByExtension(): Map<string, string> {
  const types = Object.entries(database);
  // Of several types with one extension, the last one counts, so the registered ones come last.
  const ordered = [
    ...types.filter(([, { source }]) => source !== "iana"),
    ...types.filter(([, { source }]) => source === "iana"),
  ];
  return new Map(
    ordered.flatMap(([type, { extensions = [] }]) => extensions.map((one): [string, string] => [one, type])),
  );
}
