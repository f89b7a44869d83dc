import type { HonestMail } from "./honest-mail.ts";

/** Changes that servers make to a mail's header on its way, and that leave it the same mail. */
const changes: Record<string, (fields: string[]) => string[]> = {
  "names in lower case": (fields) => fields.map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase())),
  "names in capitals": (fields) => fields.map((field) => field.replace(/^[^:]+/, (name) => name.toUpperCase())),
  "the order turned round": (fields) => fields.toReversed(),
  "no blank behind the names": (fields) => fields.map((field) => field.replace(/^([^:]+): /, "$1:")),
  "several blanks behind the names": (fields) => fields.map((field) => field.replace(/^([^:]+): /, "$1:\t  ")),
  "a fold behind the names": (fields) => fields.map((field) => field.replace(/^([^:]+): /, "$1:\r\n ")),
  "blanks at the ends": (fields) => fields.map((field) => `${field}  `),
  "ids folded by tabs": (fields) => fields.map((field) => field.replaceAll("> <", ">\r\n\t<")),
  "thirty servers' lines": (fields) => [
    ...Array.from(
      { length: 30 },
      (_, at) => `Received: from a${at}.example by b${at}.example\r\n\twith ESMTPS; Sun, 22 Nov 2026`,
    ),
    ...fields,
  ],
  "marks of filters": (fields) => [
    "Return-Path: <someone@example.org>",
    "X-Spam-Status: No, score=-1.9",
    ...fields,
    "X-Virus-Scanned: yes",
    "DKIM-Signature: v=1; a=rsa-sha256; d=elsewhere.example; s=a; h=from; bh=AAAA; b=AAAA",
    "ARC-Authentication-Results: i=1; mx.example; dmarc=none",
    "List-Unsubscribe: <mailto:leave@example.org>",
  ],
  "a mailbox file's line": (fields) => ["From sender@example.org Sun Nov 22 06:00:00 2026", ...fields],
};

/** Changes each mail as one of many servers would. */
export function onTheWay(mails: readonly HonestMail[]): HonestMail[] {
  const all = Object.entries(changes);
  return mails.map((mail, at) => {
    const [name, change] = all[at % all.length] ?? [];
    const text = mail.raw.toString();
    const end = text.indexOf("\r\n\r\n");
    const fields = change?.(text.slice(0, end).split(/\r\n(?![ \t])/)) ?? [];
    const changed = `${fields.join("\r\n")}${text.slice(end)}`;
    const raw = Buffer.from(at % 2 === 0 ? changed : changed.replaceAll("\r\n", "\n"));
    return { ...mail, style: `${mail.style}, with ${name}`, raw };
  });
}
