import type { AccountEmail } from "./account-emails.ts";
import { productBranding, productName } from "./branding.ts";
import { type Html, html } from "./html.ts";
import { band, colors, fontFamily, mailDocument, mailHeader, styles } from "./layout.ts";
import { linkedText, unlinked } from "./linked-text.ts";

/** A figure of the week, which opens what it counts. */
interface WeekFigure {
  readonly label: string;
  readonly value: string;
  /** How it was the week before, in words. */
  readonly before: string;
  readonly url: string;
}

export interface WeeklyEmail {
  readonly storeName: string;
  /** "Nov 16 – 22". */
  readonly days: string;
  readonly figures: readonly WeekFigure[];
  readonly sentences: readonly string[];
  /** Where the mail is switched off. */
  readonly settingsUrl: string;
}

/** Tells who oversees a store how its week was. Its words are text: only the figures are links. */
export function renderWeeklyEmail({ storeName, days, figures, sentences, settingsUrl }: WeeklyEmail): AccountEmail {
  const subject = `Your week at ${unlinked(storeName)}: ${days}`;
  const lines = sentences.map(unlinked);
  const content = html`${figureRows(figures)}
${lines.map((line) => html`<p dir="auto" style="${styles.text}">${line}</p>`)}
<p style="${styles.quiet};margin:24px 0 0">${offWords} You can switch it off in your settings:</p>
<p style="${styles.quiet}">${linkedText(settingsUrl)}</p>`;
  return {
    subject,
    html: mailDocument(
      subject,
      lines.join(" "),
      mailHeader(productBranding, subject),
      band({ color: colors.card, padding: "24px 32px" }, content),
    ),
    text: `${[
      subject,
      ...figures.map(({ label, value, before, url }) => `${label}: ${value} (${before})\n${url}`),
      lines.join("\n"),
      `${offWords} You can switch it off in your settings:\n${settingsUrl}`,
    ].join("\n\n")}\n`,
  };
}

const offWords = `You get this mail every Monday because you asked for it in ${productName}.`;

/** A row for each figure, which narrow mail programs need not wrap. */
function figureRows(figures: readonly WeekFigure[]): Html {
  const cell = `padding:12px 0;border-bottom:1px solid ${colors.line};font-family:${fontFamily}`;
  return html`<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" style="margin:0 0 24px"><tbody>
${figures.map(
  ({ label, value, before, url }) => html`<tr>
<td valign="middle" style="${cell}">
<a href="${url}" target="_blank" style="color:${colors.link};font-size:16px;line-height:24px;text-decoration:underline">${label}</a><br>
<span style="font-size:14px;line-height:20px;color:${colors.quiet}">${before}</span>
</td>
<td align="right" valign="middle" style="${cell};padding-left:12px;text-align:right;white-space:nowrap">
<a href="${url}" target="_blank" style="color:${colors.text};font-size:24px;line-height:32px;font-weight:700;text-decoration:none">${value}</a>
</td>
</tr>
`,
)}</tbody></table>`;
}
