import { defaultCustomerName } from "@deskhand/contract/limits";
import type { Branding } from "./branding.ts";
import { Html, html } from "./html.ts";
import { band, colors, mailDocument, mailHeader, styles } from "./layout.ts";
import { linkedText } from "./linked-text.ts";
import { opensWithGreeting, quoteHeading, replyText } from "./reply-text.ts";

/** An agent's reply, as the mail to the customer needs it. All texts are plain text, except the signature. */
export interface ReplyEmail {
  readonly branding: Branding;
  /** As shown everywhere: 'Ticket: 0001'. */
  readonly ticketLabel: string;
  /** Blank or null becomes 'Valued Customer'. */
  readonly customerName: string | null;
  readonly authorName: string;
  readonly content: string;
  /** The message that is answered. */
  readonly quoted?: { readonly authorName: string; readonly date: Date; readonly text: string } | undefined;
  /** One sentence about files that could not be attached, and the like. */
  readonly attachmentsNote?: string | undefined;
}

/** Both parts of a reply to a customer, in the store's look (docs/product.md#the-mail-of-a-reply). */
export function renderReplyEmail(reply: ReplyEmail): { html: string; text: string } {
  const named = { ...reply, customerName: reply.customerName?.trim() || defaultCustomerName };
  return { html: replyHtml(named), text: replyText(named) };
}

function replyHtml(reply: ReplyEmail): string {
  const { branding, quoted, attachmentsNote } = reply;
  return mailDocument(
    `${reply.ticketLabel} – ${branding.senderName}`,
    reply.content.replace(/\s+/g, " ").trim(),
    mailHeader(branding, "Customer Support Platform", ticketLine(reply.ticketLabel)),
    band(
      { color: colors.card, padding: "24px 32px" },
      html`${!opensWithGreeting(reply.content) && html`<p style="${styles.text}">Hello ${reply.customerName},</p>`}
<p style="${styles.text}">${linkedText(reply.content)}</p>
<p style="${styles.text};font-weight:600">${reply.authorName}</p>
${attachmentsNote && html`<p style="${styles.quiet}">${linkedText(attachmentsNote)}</p>`}
<hr style="width:100%;border:none;border-top:1px solid ${colors.line};margin:8px 0 16px">
<div style="${styles.text}">${new Html(branding.signatureHtml)}</div>
${quoted && quote(quoted)}`,
    ),
    band(
      { color: colors.page, padding: "16px 32px" },
      html`<p style="${styles.quiet};margin:0;text-align:center">This is an automated response from ${branding.senderName}</p>`,
    ),
  );
}

function ticketLine(label: string): Html {
  return html`<p style="margin:12px 0 0;font-size:14px;line-height:24px;color:inherit">${label}
<span style="display:inline-block;padding:2px 12px;margin-left:8px;border:1px solid currentColor;border-radius:999px;font-size:12px;font-weight:700;letter-spacing:0.05em">SUPPORT REPLY</span></p>`;
}

function quote({ authorName, date, text }: NonNullable<ReplyEmail["quoted"]>): Html {
  return html`<blockquote style="margin:8px 0 0;padding:0 0 0 12px;border-left:3px solid ${colors.line}">
<p style="${styles.quiet}">${quoteHeading(authorName, date)}</p>
<p style="${styles.quiet}">${linkedText(text)}</p>
</blockquote>`;
}
