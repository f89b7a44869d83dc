const heads = (...lines: string[]) => ["From: Kim <kim@customer.example>", "Subject: a", ...lines].join("\r\n");

/** Makes a part of a mail, in base64. */
export function part(type: string, body: string | Buffer, ...more: string[]): string {
  const base64 = Buffer.from(body).toString("base64");
  return [`Content-Type: ${type}`, ...more, "Content-Transfer-Encoding: base64", "", base64].join("\r\n");
}

/** Makes a part with a text. */
export function textPart(words: string): string {
  return part("text/plain; charset=utf-8", words);
}

/** Makes a mail of several parts. */
export function mailOf(...parts: string[]): string {
  const all = parts.map((part) => `--out\r\n${part}\r\n`).join("");
  return `${heads("Content-Type: multipart/mixed; boundary=out")}\r\n\r\n${all}--out--\r\n`;
}

/** Makes a mail of a single part. */
export function mailAlone(...lines: string[]): string {
  return `${heads(...lines)}\r\n`;
}
