import { compile } from "html-to-text";
import type { Branding } from "./branding.ts";
import { Html, html } from "./html.ts";
import { anyDirection, band, colors, fontFamily, mailDocument, mailHeader, styles } from "./layout.ts";
import { linkedText } from "./linked-text.ts";
import { facesHtml, facesText, type RatingFaces } from "./rating-faces.ts";
import { foldedWords } from "./words.ts";

/** A mail to a ticket's customer. All texts are plain text, except the signature. */
export interface ReplyEmail {
  readonly branding: Branding;
  /** As shown everywhere: 'Ticket: 0001'. */
  readonly ticketLabel: string;
  readonly content: string;
  /** Whether no person wrote it; the mail then says so. */
  readonly isAutomatic?: boolean;
  /** Set for a mail that asks for a rating. */
  readonly faces?: RatingFaces | undefined;
  /** The answered message. */
  readonly quoted?: { readonly authorName: string; readonly date: Date; readonly text: string } | undefined;
}

/** Renders both parts of a mail to a customer, in the store's look (docs/product.md#the-mail-of-a-reply). */
export function renderReplyEmail(reply: ReplyEmail): { html: string; text: string } {
  const signature = signatureBelow(reply);
  const toHtml = reply.branding.look === "letter" ? letterHtml : brandedHtml;
  return { html: toHtml(reply, signature), text: replyText(reply, signature) };
}

function brandedHtml(reply: ReplyEmail, signatureHtml: string): string {
  const { branding, ticketLabel, content, faces, isAutomatic = false, quoted } = reply;
  const { senderName } = branding;
  // Text from right to left is aligned accordingly.
  return mailDocument(
    `${ticketLabel} – ${senderName}`,
    content.replace(/\s+/g, " ").trim(),
    mailHeader(branding, "Customer Support Platform", ticketLine(ticketLabel)),
    band(
      { color: colors.card, padding: "24px 32px" },
      html`<div dir="auto" style="${styles.text};${anyDirection}">${linkedText(content)}</div>
${faces && html`<div style="color:${colors.text}">${facesHtml(faces)}</div>`}
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

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The line above a quoted message, in the form that mail programs recognise. */
function quoteHeading(authorName: string, date: Date): string {
  // Newer ICU puts a narrow no-break space before AM and PM, which old mail programs show as a box.
  return `On ${dateFormat.format(date).replaceAll("\u202f", " ")} UTC, ${authorName} wrote:`;
}

const toText = (a: { linkBrackets: false; hideLinkHrefIfSameAsText: true } | { ignoreHref: true }) =>
  compile({
    wordwrap: false,
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: a },
      ...["td", "th"].map((selector) => {
        const options = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
        return { selector, format: "block", options };
      }),
    ],
  });
const signatureText = toText({ linkBrackets: false, hideLinkHrefIfSameAsText: true });
const shownSignature = toText({ ignoreHref: true });

/**
 * The store's signature; empty below a text that already ends with its words, such as a copied one. Ignores case,
 * accents, punctuation and line breaks, and whether the addresses of links are written out.
 */
function signatureBelow({ content, ticketLabel, branding: { signatureHtml } }: ReplyEmail): string {
  const contentWords = foldedWords(content);
  const label = foldedWords(ticketLabel);
  const text = endsWith(contentWords, label) ? contentWords.slice(0, -label.length) : contentWords;
  const isSaid = [shownSignature, signatureText].some((read) => endsWith(text, foldedWords(read(signatureHtml))));
  return isSaid ? "" : signatureHtml;
}

function endsWith(words: readonly string[], last: readonly string[]): boolean {
  const from = words.length - last.length;
  return last.length > 0 && last.every((word, at) => words[from + at] === word);
}

/** Says that no person wrote a mail. */
function originLine(senderName: string): string {
  return `This is an automated response from ${senderName}`;
}

/**
 * The text part of a mail to a customer: the message, then everything else below the signature mark, so that mail
 * programs leave it out of answers (RFC 3676, section 4.3). `signatureHtml` is the signature to add. A letter has no
 * line with its ticket.
 */
function replyText(reply: ReplyEmail, signatureHtml: string): string {
  const { branding, content, ticketLabel, faces, isAutomatic = false, quoted } = reply;
  const isLetter = branding.look === "letter";
  const isLabelled = !isAutomatic && endsWith(foldedWords(content), foldedWords(ticketLabel));
  const label = isLetter || isLabelled ? "" : ticketLabel;
  const last = [label, isAutomatic && originLine(branding.senderName)].filter(Boolean).join(" · ");
  const below = [signatureText(signatureHtml).trim(), last].filter(Boolean);
  const blocks = [
    unixLines(content)
      .trimEnd()
      .replace(/^(?:[^\S\n]*\n)+/, ""),
    faces && facesText(faces),
    below.length > 0 && ["-- ", ...below].join("\n"),
    quoted && `${quoteHeading(quoted.authorName, quoted.date)}\n${quoteText(quoted.text)}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function quoteText(text: string): string {
  // A quoted line only gets one more mark, without a space between (RFC 3676, section 4.5).
  return unixLines(text)
    .trim()
    .split("\n")
    .map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()))
    .join("\n");
}

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Grey that is visible on white and on black. */
const quoteLine = "#8a8c9e";

/**
 * Renders a mail as one person's program writes it to another: text, signature and answered message, in the reader's
 * colours, by day and by night (docs/product.md#a-plain-letter).
 */
function letterHtml(reply: ReplyEmail, signatureHtml: string): string {
  const { branding, content, faces, isAutomatic = false, quoted } = reply;
  // A signature with its own colours was made for white, so the whole mail is.
  const isColored = /color/i.test(signatureHtml);
  const scheme = isColored ? "light" : "light dark";
  const paper = isColored ? `background-color:${colors.card};color:${colors.text};` : "";
  return html`<!DOCTYPE html>
<html dir="ltr" lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<meta name="supported-color-schemes" content="${scheme}">
<title>${branding.senderName}</title>
</head>
<body${paper !== "" && html` style="${paper}"`}>
<div style="${paper}font-family:${fontFamily};font-size:15px;line-height:22px;word-break:break-word">
<div dir="auto" style="${anyDirection}">${linkedText(content, null)}</div>
${faces && facesHtml(faces)}
${signatureHtml !== "" && html`<div dir="auto" style="margin:16px 0 0;${anyDirection}">${new Html(signatureHtml)}</div>`}
${isAutomatic && html`<p style="margin:16px 0 0;font-size:13px;line-height:20px"><bdi>${originLine(branding.senderName)}</bdi></p>`}
${quoted && quoteInLetter(quoted)}
</div>
</body>
</html>`.text;
}

function quoteInLetter({ authorName, date, text }: NonNullable<ReplyEmail["quoted"]>): Html {
  return html`<div style="margin:20px 0 0">${quoteHeading(authorName, date)}</div>
<blockquote type="cite" style="margin:8px 0 0;padding:0 0 0 12px;border-left:2px solid ${quoteLine}">
<div dir="auto" style="${anyDirection}">${linkedText(text, null)}</div>
</blockquote>`;
}
