import { Html, html } from "./html.ts";
import { anyDirection, colors, fontFamily } from "./layout.ts";
import { linkedText } from "./linked-text.ts";
import { originLine, quoteHeading, type ReplyEmail } from "./reply-email.ts";

/** Grey that is seen on white and on black. */
const quoteLine = "#8a8c9e";

/**
 * A mail as one person's program writes it to another: the text, the signature and what is answered, in the colours of whoever reads
 * it, by day and by night (docs/product.md#a-plain-letter).
 */
export function letterHtml(reply: ReplyEmail, signatureHtml: string): string {
  const { branding, content, isAutomatic = false, quoted } = reply;
  // A signature with colours of its own was made for white paper: then all is on that.
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
${signatureHtml !== "" && html`<div dir="auto" style="margin:16px 0 0;${anyDirection}">${new Html(signatureHtml)}</div>`}
${isAutomatic && html`<p style="margin:16px 0 0;font-size:13px;line-height:20px"><bdi>${originLine(branding.senderName)}</bdi></p>`}
${quoted && quote(quoted)}
</div>
</body>
</html>`.text;
}

function quote({ authorName, date, text }: NonNullable<ReplyEmail["quoted"]>): Html {
  return html`<div style="margin:20px 0 0">${quoteHeading(authorName, date)}</div>
<blockquote type="cite" style="margin:8px 0 0;padding:0 0 0 12px;border-left:2px solid ${quoteLine}">
<div dir="auto" style="${anyDirection}">${linkedText(text, null)}</div>
</blockquote>`;
}
