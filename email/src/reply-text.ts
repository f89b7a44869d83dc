import { compile } from "html-to-text";
import type { ReplyEmail } from "./reply-email.ts";
import { endsWithTicketLine } from "./rest-of-signature.ts";

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The line above a quoted message, in the form by which mail programs know a quote. */
export function quoteHeading(authorName: string, date: Date): string {
  // Newer ICU puts a narrow no-break space before AM and PM, which old mail programs show as a box.
  return `On ${dateFormat.format(date).replaceAll("\u202f", " ")} UTC, ${authorName} wrote:`;
}

const signatureText = compile({
  wordwrap: false,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...["td", "th"].map((selector) => {
      const options = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
      return { selector, format: "block", options };
    }),
  ],
});

/** That no person wrote a mail. */
export function originLine(senderName: string): string {
  return `This is an automated response from ${senderName}`;
}

/**
 * The text part of a mail to a customer: what was written, then everything else below the signature mark, so that a mail
 * program leaves it out when the customer answers (RFC 3676, section 4.3). `signatureHtml` is what of the signature is to follow. A
 * letter has no line with its ticket.
 */
export function replyText(reply: ReplyEmail, signatureHtml: string): string {
  const { branding, content, ticketLabel, isAutomatic = false, quoted } = reply;
  const isLetter = branding.look === "letter";
  const label = isLetter || (!isAutomatic && endsWithTicketLine(content, ticketLabel)) ? "" : ticketLabel;
  const last = [label, isAutomatic && originLine(branding.senderName)].filter(Boolean).join(" · ");
  const below = [signatureText(signatureHtml).trim(), last].filter(Boolean);
  const blocks = [
    unixLines(content)
      .trimEnd()
      .replace(/^(?:[^\S\n]*\n)+/, ""),
    below.length > 0 && ["-- ", ...below].join("\n"),
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
