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
  const content = html`${figureRow(figures)}
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

/** The figures beside each other, each as wide as the others. */
function figureRow(figures: readonly WeekFigure[]): Html {
  const width = `${Math.floor(100 / Math.max(1, figures.length))}%`;
  return html`<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" style="margin:0 0 24px;border:1px solid ${colors.line};border-radius:8px;border-collapse:separate"><tbody><tr>
${figures.map(
  ({
    label,
    value,
    before,
    url,
  }) => html`<td width="${width}" valign="top" style="padding:14px 16px;font-family:${fontFamily}">
<a href="${url}" target="_blank" style="color:${colors.link};text-decoration:none"><span style="display:block;font-size:13px;line-height:18px;color:${colors.quiet}">${label}</span>
<span style="display:block;font-size:24px;line-height:32px;font-weight:700;color:${colors.link}">${value}</span></a>
<span style="display:block;font-size:13px;line-height:18px;color:${colors.quiet}">${before}</span>
</td>
`,
)}</tr></tbody></table>`;
}
