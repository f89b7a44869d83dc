import { type Html, html } from "./html.ts";

/** The five faces by which a customer rates, from the worst to the best. */
export interface RatingFaces {
  /** Why they are written to; the mail's text. */
  readonly intro: string;
  /** What they are asked, which stands above the faces. */
  readonly question: string;
  /** Each with the page that it opens. */
  readonly choices: readonly { readonly name: string; readonly url: string }[];
  /** The language of the names, as HTML names it. */
  readonly language: string;
  readonly isRightToLeft: boolean;
}

const faces = ["\u{1F61E}", "\u{1F641}", "\u{1F610}", "\u{1F642}", "\u{1F600}"];
/** Behind each face, from red to green: light enough for dark words. */
const plates = ["#fde2e1", "#fdeadb", "#f3f1e4", "#e6f3e0", "#d8f0dd"];
const ink = "#1f2030";

/** The faces side by side, each a link with its name below: words and pictures are one place to press. */
export function facesHtml({ question, choices, language, isRightToLeft }: RatingFaces): Html {
  // The colour is the cell's, so that all are as high as the highest.
  const cells = choices.map(
    (
      { name, url },
      place,
    ) => html`<td width="20%" align="center" valign="top" bgcolor="${plates[place] ?? ""}" style="width:20%;padding:0;border-radius:12px;background-color:${plates[place] ?? ""};text-align:center">
<a href="${url}" style="display:block;padding:14px 0 12px;color:${ink};text-decoration:none;font-size:12px;line-height:16px;font-weight:600;overflow-wrap:anywhere;hyphens:auto"><span style="display:block;font-size:34px;line-height:42px;padding-bottom:6px">${faces[place] ?? ""}</span>${name}</a></td>`,
  );
  return html`<div lang="${language}" dir="${isRightToLeft ? "rtl" : "ltr"}">
<p style="margin:20px 0 10px;font-size:20px;line-height:28px;font-weight:700;text-align:center">${question}</p>
<table border="0" cellpadding="0" cellspacing="4" role="presentation" align="center" width="100%" style="width:100%;max-width:536px;margin:0 auto 20px;table-layout:fixed;border-collapse:separate;border-spacing:4px"><tbody><tr>
${cells}
</tr></tbody></table></div>`;
}

/** The same as text: a line for each, the best first. */
export function facesText({ question, choices }: RatingFaces): string {
  return [question, ...choices.map(({ name, url }) => `${name}: ${url}`).reverse()].join("\n");
}
