import type { Branding } from "./branding.ts";
import { Html, html } from "./html.ts";
import { anyDirection, band, colors, mailDocument, mailHeader, styles } from "./layout.ts";
import { letterHtml } from "./letter-html.ts";
import { linkedText } from "./linked-text.ts";
import { quoteHeading, replyText } from "./reply-text.ts";
import { restOfSignature } from "./rest-of-signature.ts";

/** A mail to a ticket's customer. All texts are plain text, except the signature. */
export interface ReplyEmail {
  readonly branding: Branding;
  /** As shown everywhere: 'Ticket: 0001'. */
  readonly ticketLabel: string;
  readonly content: string;
  /** The name of the person who wrote it, by which they may sign it. */
  readonly writer?: string;
  /** Whether no person wrote it, which it then says. */
  readonly isAutomatic?: boolean;
  /** The message that is answered. */
  readonly quoted?: { readonly authorName: string; readonly date: Date; readonly text: string } | undefined;
}

/** Both parts of a mail to a customer, in the look that the store chose (docs/product.md#the-mail-of-a-reply). */
export function renderReplyEmail(reply: ReplyEmail): { html: string; text: string } {
  const signature = restOfSignature({ writer: "", ...reply }, reply.branding.signatureHtml);
  const toHtml = reply.branding.look === "letter" ? letterHtml : brandedHtml;
  return { html: toHtml(reply, signature), text: replyText(reply, signature) };
}

function brandedHtml(reply: ReplyEmail, signatureHtml: string): string {
  const { branding, ticketLabel, content, isAutomatic = false, quoted } = reply;
  const { senderName } = branding;
  // Whoever writes from right to left is read so.
  return mailDocument(
    `${ticketLabel} – ${senderName}`,
    content.replace(/\s+/g, " ").trim(),
    mailHeader(branding, "Customer Support Platform", ticketLine(ticketLabel)),
    band(
      { color: colors.card, padding: "24px 32px" },
      html`<div dir="auto" style="${styles.text};${anyDirection}">${linkedText(content)}</div>
${signatureHtml !== "" && signature(signatureHtml)}
${quoted && quote(quoted)}`,
    ),
    ...(isAutomatic ? [origin(senderName)] : []),
  );
}

function ticketLine(label: string): Html {
  return html`<p style="margin:12px 0 0;font-size:14px;line-height:24px;color:inherit">${label}
<span style="display:inline-block;padding:2px 12px;margin-left:8px;border:1px solid currentColor;border-radius:999px;font-size:12px;font-weight:700;letter-spacing:0.05em">SUPPORT REPLY</span></p>`;
}

function signature(signatureHtml: string): Html {
  return html`<hr style="width:100%;border:none;border-top:1px solid ${colors.line};margin:8px 0 16px">
<div dir="auto" style="${styles.text};${anyDirection}">${new Html(signatureHtml)}</div>`;
}

function origin(senderName: string): Html {
  return band(
    { color: colors.page, padding: "16px 32px" },
    html`<p style="${styles.quiet};margin:0;text-align:center">This is an automated response from <bdi>${senderName}</bdi></p>`,
  );
}

function quote({ authorName, date, text }: NonNullable<ReplyEmail["quoted"]>): Html {
  return html`<blockquote style="margin:8px 0 0;padding:0 0 0 12px;border-left:3px solid ${colors.line}">
<p style="${styles.quiet}">${quoteHeading(authorName, date)}</p>
<div dir="auto" style="${styles.quiet};${anyDirection}">${linkedText(text)}</div>
</blockquote>`;
}
