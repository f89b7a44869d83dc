const heads = (...lines: string[]) => ["From: Kim <kim@customer.example>", "Subject: a", ...lines].join("\r\n");

/** A part of a mail, in base64. */
export function part(type: string, body: string | Buffer, ...more: string[]): string {
  const base64 = Buffer.from(body).toString("base64");
  return [`Content-Type: ${type}`, ...more, "Content-Transfer-Encoding: base64", "", base64].join("\r\n");
}

/** A text as a part. */
export function textPart(words: string): string {
  return part("text/plain; charset=utf-8", words);
}

/** A mail of several parts. */
export function mailOf(...parts: string[]): string {
  const all = parts.map((one) => `--out\r\n${one}\r\n`).join("");
  return `${heads("Content-Type: multipart/mixed; boundary=out")}\r\n\r\n${all}--out--\r\n`;
}

/** A mail that is nothing but one part. */
export function mailAlone(...lines: string[]): string {
  return `${heads(...lines)}\r\n`;
}
