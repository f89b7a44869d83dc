import {
  type Branding,
  contrast,
  defaultPrimaryColor,
  defaultSecondaryColor,
  readableOn,
  safeColor,
} from "./branding.ts";
import { type Html, html } from "./html.ts";

// Mail programs know little CSS, Outlook least: hence tables, colours as attributes, paddings in cells and a style on
// every element. Every text names its colour and every block its background, so that a dark mode changes both or none.
export const colors = {
  page: "#f2f2f7",
  card: "#ffffff",
  text: "#1f2030",
  quiet: "#5c5e72",
  line: "#dcdce6",
  link: "#3f4fc4",
} as const;

export const fontFamily = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** The width of a mail's content in CSS pixels. */
const mailWidth = 600;
const logoHeight = 60;

/** For texts in any language, beside `dir="auto"`: aligns each with the beginning of its script. */
export const anyDirection = "text-align:start";

/** The styles of a mail's texts; later declarations in the same attribute override them. */
export const styles = {
  text: `margin:0 0 16px;font-size:16px;line-height:24px;color:${colors.text};word-break:break-word`,
  quiet: `margin:0 0 8px;font-size:14px;line-height:20px;color:${colors.quiet};word-break:break-word`,
} as const;

const table = html`border="0" cellpadding="0" cellspacing="0" role="presentation" align="center"`;

/** A mail's HTML: its title, the line that inboxes preview, and a 600 px wide card of bands. */
export function mailDocument(title: string, preview: string, ...bands: Html[]): string {
  // Outlook does not know max-width: it reads the attribute.
  return html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html dir="ltr" lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background-color:${colors.page}">
<table ${table} width="100%"><tbody><tr>
<td style="padding:24px 8px;background-color:${colors.page};font-family:${fontFamily}">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">${inboxLine(preview)}</div>
<table ${table} width="${mailWidth}" style="width:100%;max-width:${mailWidth}px;background-color:${colors.card};color:${colors.text}"><tbody><tr>
<td>
${bands}
</td>
</tr></tbody></table>
</td>
</tr></tbody></table>
</body>
</html>`.text;
}

const previewLength = 150;

/** The text an inbox shows beside the subject, cut between characters, then blanks to keep out what follows. */
function inboxLine(preview: string): string {
  const text = preview.slice(0, 140).replace(/[\ud800-\udbff]$/, "");
  return text + "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff".repeat(previewLength - text.length);
}

/** A full-width stripe of a mail; `style` is added to the coloured table. */
export function band(
  look: { color: string; padding: string; align?: "left" | "center"; style?: string },
  content: Html,
): Html {
  const { color, padding, align = "left", style = "" } = look;
  return html`<table ${table} width="100%" bgcolor="${color}" style="background-color:${color};${style}"><tbody><tr>
<td align="${align}" style="padding:${padding};text-align:${align}">
${content}
</td>
</tr></tbody></table>`;
}

/** The contrast that small bold text needs at least (WCAG 2.2, 1.4.3, for large text). */
const leastContrast = 3;

/** The coloured top of a mail: logo, sender name, a line under it, and optional further content. */
export function mailHeader(branding: Branding, line: string, more?: Html): Html {
  const primary = safeColor(branding.primaryColor, defaultPrimaryColor);
  const secondary = safeColor(branding.secondaryColor, defaultSecondaryColor);
  const best = readableOn(primary, secondary);
  const isReadable = [primary, secondary].every((each) => contrast(best, each) >= leastContrast);
  // Between white and black no colour is readable at both ends, so the words get a background of their own.
  const color = isReadable ? best : plate.text;
  // Outlook shows no gradient: it stays with the plain colour.
  const style = `background-image:linear-gradient(135deg, ${primary} 0%, ${secondary} 100%);color:${color}`;
  const words = html`<h1 dir="auto" style="margin:0;font-size:24px;line-height:32px;font-weight:700;color:${color};text-align:center;word-break:break-word">${branding.senderName}</h1>
<p style="${styles.quiet};margin:4px 0 0;color:${color}">${line}</p>
${more}`;
  return band(
    { color: primary, padding: "28px 32px", align: "center", style },
    html`${branding.logoUrl && logo(branding.logoUrl)}
${isReadable ? words : band({ color: plate.color, padding: "12px 20px", align: "center", style: `color:${color};border-radius:8px` }, words)}`,
  );
}

const plate = { color: "#14141f", text: "#ffffff" } as const;

/** Without an alternative text: the sender's name is right below it, and a screen reader should say it once. */
function logo(src: string): Html {
  return html`<img src="${src}" alt="" height="${logoHeight}" style="display:block;border:none;outline:none;margin:0 auto 12px;width:auto;height:auto;max-width:200px;max-height:${logoHeight}px">`;
}
