import { namedAddress } from "@deskhand/contract/addresses/named-address";
import type { ShownMail } from "../../../platform/mailer/outbox-mailer.ts";
import { discardAttachment } from "../parse/collect-part.ts";
import { readMessage } from "../parse/parse-mail.ts";
import { firstHeader, type MailAddress } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import { unfoldWhole } from "../parse/read-headers.ts";

/** Returns one of our own mails as a mail program shows it, for the outbox pages. Blocks its thread, so it must not read strangers' mail. */
export async function showMail(bytes: Buffer): Promise<ShownMail> {
  const { parsed, lines } = await readMessage(bytes, { onAttachment: discardAttachment, isUnlimited: true });
  const { headers, subject, from, text, html, attachments } = parsed;
  const sentAt = new Date(firstHeader(headers, "date") ?? "");
  return {
    subject,
    from: formatAddresses(from ? [from] : []),
    to: formatAddresses(readAddresses(headers.to)),
    date: Number.isNaN(sentAt.getTime()) ? "" : sentAt.toISOString(),
    text,
    html: html ?? "",
    headers: lines.map(({ line }) => ({ name: line.slice(0, line.indexOf(":")), value: unfoldWhole(line) })),
    attachments: attachments.map(({ name: filename, contentType, size }) => ({ filename, contentType, size })),
  };
}

/** Returns the addresses in a stored mail's From and To, in order. */
export async function readEnvelope(bytes: Buffer): Promise<{ from: string | undefined; to: string[] }> {
  const { parsed } = await readMessage(bytes, { onAttachment: discardAttachment, isUnlimited: true });
  return { from: parsed.from?.email, to: readAddresses(parsed.headers.to).map(({ email }) => email) };
}

function formatAddresses(mailboxes: readonly MailAddress[]): string {
  return mailboxes.map((mailbox) => namedAddress(mailbox)).join(", ");
}
