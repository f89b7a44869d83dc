import { UnparsableMail } from "../parse/parsed-mail.ts";
import { readMail } from "./read-mail.ts";

const letter = "From: ann@customer.example\r\nSubject: a\r\n";
const html = `${letter}Content-Type: text/html\r\n\r\n`;
const mixed = `${letter}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
const base64 = `${letter}Content-Transfer-Encoding: base64\r\n\r\n`;
const filled = (start: string, piece: string) => (length: number) =>
  start + piece.repeat(Math.ceil(length / piece.length));

function nested(length: number): string {
  const levels = Array.from({ length: Math.ceil(length / 60) }, (_, at) => at);
  return letter + levels.map((at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join("");
}

const nestedMails = (length: number) =>
  letter + "Content-Type: message/rfc822\r\n\r\nSubject: a\r\n".repeat(Math.ceil(length / 45));
const headOfType = (contentType: string) => `${letter}Content-Type: ${contentType}\r\n\r\n`;
const outlook = `${headOfType("application/ms-tnef")}\x78\x9f\x3e\x22\x01\x00`;
const signed =
  `${headOfType("application/pkcs7-mime")}\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80\x30\x80` +
  "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80\x24\x80";
const event = `${headOfType("text/calendar")}BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n`;

/** Mails of a given length that repeat one construct many times. */
export const hostileMails: Readonly<Record<string, (length: number) => string>> = {
  "boundaries in boundaries": nested,
  parts: filled(mixed, "--b\r\n\r\na\r\n"),
  "lines that are nearly boundaries": filled(mixed, "--bb\r\n--\r\n-\r\n"),
  "parts with names": filled(mixed, '--b\r\nContent-Disposition: attachment; filename="a"\r\n\r\na\r\n'),
  "header lines": filled(letter, "X: y\r\n"),
  "folded header lines": filled(`${letter}X:`, " y\r\n\t"),
  "header lines that are none": filled(letter, "a\r\nX: y\r\n"),
  parameters: filled(`${letter}Content-Type: text/plain`, "; a=b"),
  "continuations of a parameter": filled(`${letter}Content-Type: text/plain`, "; name*1*=%41"),
  "encoded words": filled("Subject: ", "=?utf-8?q?a?= "),
  "addresses with brackets and quotes": filled("From: ", '((a) "b\\"c" <d@e.example>, '),
  references: filled(`${letter}References: `, "<a@b.example> "),
  "base64 with garbage": filled(base64, "YWF=h\u00ff YW\r\n"),
  "lines of dots": filled(`${letter}\r\n`, "..\r\n"),
  "lines of dashes": filled(`${letter}\r\n`, `${"- ".repeat(150)}wrote:\r\n`),
  "elements closed by others": filled(html, "<div></b>"),
  "elements that stay open": filled(html, "<div><p><b>"),
  "elements in open quotes": (length) => html + "<blockquote>".repeat(length / 40) + "<b></b>".repeat(length / 10),
  attributes: filled(`${html}<p `, "a=b "),
  entities: filled(html, "&amp;&"),
  "mails in mails": nestedMails,
  "enclosed mails": filled(mixed, "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\na\r\n"),
  "attributes of Outlook's": filled(outlook, "\x02\x02\x90\x06\x00\x00\x00\x00\x00\x00\x00"),
  "pieces of what is signed": filled(signed, "\x04\x01a"),
  "pieces in pieces of what is signed": filled(signed, "\x24\x80"),
  "lines of a calendar": filled(event, "ATTENDEE;CN=a:mailto:a@b.example\r\n"),
  "parts of a calendar": filled(event, "BEGIN:VALARM\r\nX:y\r\n"),
  "blocks of PGP": filled(`${letter}\r\n`, "-----BEGIN PGP MESSAGE-----\nYWFh\n-----END PGP MESSAGE-----\n"),
  "blocks of PGP that do not end": filled(`${letter}\r\n`, "-----BEGIN PGP MESSAGE-----\nYWFh\n"),
  "files in a text": filled(`${letter}\r\n`, "begin 644 a\r\n!80``\r\nend\r\n"),
};

/** Mails that contain a given text in one place. */
export const mailsAround: Readonly<Record<string, (text: string) => string>> = {
  "a subject": (text) => `From: ann@customer.example\r\nSubject: ${text}\r\n\r\na`,
  "a sender": (text) => `From: ${text}\r\nSubject: a\r\n\r\na`,
  "a text": (text) => `${letter}\r\n${text}`,
  HTML: (text) => `${html}${text}`,
  "text/enriched": (text) => `${letter}Content-Type: text/enriched\r\n\r\n${text}`,
  "flowed text": (text) => `${letter}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${text}`,
  "quoted-printable": (text) => `${letter}Content-Transfer-Encoding: quoted-printable\r\n\r\n${text}`,
  "text in UTF-7": (text) => `${letter}Content-Type: text/plain; charset=utf-7\r\n\r\n${text}`,
  "a part's name": (text) => `${mixed}--b\r\nContent-Disposition: attachment; filename="${text}"\r\n\r\na\r\n--b--`,
};

/** Reads a mail as the intake does; a mail beyond the parser's limits is not an error. */
export function readAnyMail(text: string): Promise<unknown> {
  const mail = { raw: Buffer.from(text, "latin1"), attachmentFolder: null, envelopeFrom: null };
  return readMail({ ...mail, publicUrl: "https://desk.example" }).catch((error: unknown) => {
    if (!(error instanceof UnparsableMail)) throw error;
  });
}
