import { toPlainText } from "@react-email/render";
import { opensWithGreeting } from "./opens-with-greeting.ts";
import { quoteHeading } from "./quote-heading.ts";
import type { ReplyEmail } from "./reply-email.ts";

/**
 * The text part of a reply: what the agent wrote, then everything else below the signature mark, so that a mail program
 * leaves it out when the customer answers (RFC 3676, section 4.3).
 */
export function replyText(reply: ReplyEmail): string {
  const { branding, quoted } = reply;
  const signature = toPlainText(branding.signatureHtml, { wordwrap: false }).trim();
  const blocks = [
    opensWithGreeting(reply.content) ? undefined : `Hello ${reply.customerName},`,
    unixLines(reply.content).trim(),
    reply.authorName,
    reply.attachmentsNote,
    ["-- ", signature, `${reply.ticketLabel} · This is an automated response from ${branding.senderName}`]
      .filter(Boolean)
      .join("\n"),
    quoted && `${quoteHeading(quoted.authorName, quoted.date)}\n${quote(quoted.text)}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function quote(text: string): string {
  // A line that is quoted already only gets one more mark, without a space between (RFC 3676, section 4.5).
  return unixLines(text)
    .trim()
    .split("\n")
    .map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()))
    .join("\n");
}

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
