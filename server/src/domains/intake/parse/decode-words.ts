import { decodeCharset } from "./decode-charset.ts";

const encodedWord = /=\?([\w.:+-]{1,64})(?:\*[\w-]{0,32})?\?([bq])\?([^?\r\n]*)\?=/gi;

/** Decodes the encoded words of a header value (RFC 2047); what is none stays as it is. */
export function decodeWords(value: string): string {
  if (!value.includes("=?")) return value;
  let text = "";
  let end = 0;
  // Words of one character set that stand together are decoded together: some programs cut a character in two.
  let pending: { charset: string; bytes: Buffer[] } | null = null;
  const flush = () => {
    if (pending) text += decodeCharset(Buffer.concat(pending.bytes), pending.charset);
    pending = null;
  };
  for (const match of value.matchAll(encodedWord)) {
    const [word, charset = "", encoding = "", body = ""] = match;
    const between = value.slice(end, match.index);
    const previous: { charset: string; bytes: Buffer[] } | null = pending;
    const joins = previous !== null && between.trim() === "";
    if (!joins) {
      flush();
      text += between;
    }
    const bytes = encoding.toLowerCase() === "b" ? Buffer.from(body, "base64") : decodeQ(body);
    if (joins && previous.charset.toLowerCase() === charset.toLowerCase()) previous.bytes.push(bytes);
    else {
      flush();
      pending = { charset, bytes: [bytes] };
    }
    end = match.index + word.length;
  }
  flush();
  return text + value.slice(end);
}

function decodeQ(body: string): Buffer {
  const bytes = body
    .replace(/_/g, " ")
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}
