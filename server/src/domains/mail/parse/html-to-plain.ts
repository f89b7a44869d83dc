import { htmlToText } from "html-to-text";

const maxLength = 1_000_000;

/** The readable text of HTML mail: links as their words, images left out, no line wrapping. Never throws. */
export function htmlToPlain(html: string): string {
  try {
    return htmlToText(html.slice(0, maxLength), {
      wordwrap: false,
      limits: { maxInputLength: maxLength, maxDepth: 200 },
      selectors: [
        { selector: "img", format: "skip" },
        { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: true } },
        { selector: "table", format: "block" },
        ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
        { selector: "blockquote", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ],
    }).trim();
  } catch {
    // A pathological document overflows the converter's stack: its tags are cut away plainly instead.
    return html
      .replace(/<[^<>]*>/g, " ")
      .replace(/[ \t]+/g, " ")
      .trim();
  }
}
