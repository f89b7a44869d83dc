import { compile } from "html-to-text";
import type { ReplyEmail } from "./reply-email.ts";

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The line above a quoted message, in the form by which mail programs know a quote. */
export function quoteHeading(authorName: string, date: Date): string {
  // Newer ICU puts a narrow no-break space before AM and PM, which old mail programs show as a box.
  return `On ${dateFormat.format(date).replaceAll("\u202f", " ")} UTC, ${authorName} wrote:`;
}

const signatureText = compileText({ linkBrackets: false, hideLinkHrefIfSameAsText: true });
/** As it is read on a screen: without the addresses of its links. */
const shownSignature = compileText({ ignoreHref: true });

function compileText(link: object) {
  const cells = ["td", "th"].map((selector) => {
    const options = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
    return { selector, format: "block", options };
  });
  const selectors = [{ selector: "img", format: "skip" }, { selector: "a", options: link }, ...cells];
  return compile({ wordwrap: false, selectors });
}

/** Whether a text already ends with the words of the signature, so that the mail need not sign twice. */
export function endsWithSignature(content: string, signatureHtml: string): boolean {
  const text = ` ${bareWords(content)}`;
  return [signatureText, shownSignature].some((textOf) => {
    const words = bareWords(textOf(signatureHtml));
    return words !== "" && text.endsWith(` ${words}`);
  });
}

/** The words of a text alone: signs, blanks and what cannot be seen divide them, whatever they are. */
function bareWords(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}|\ufe0f/gu, "")
    .replace(/[\s\p{P}\p{S}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/**
 * The text part of a mail to a customer: what was written, then everything else below the signature mark, so that a mail
 * program leaves it out when the customer answers (RFC 3676, section 4.3).
 */
export function replyText({ branding, content, ticketLabel, isAutomatic = false, quoted }: ReplyEmail): string {
  const { signatureHtml, senderName } = branding;
  const signature = endsWithSignature(content, signatureHtml) ? "" : signatureText(signatureHtml).trim();
  const about = isAutomatic ? `${ticketLabel} · This is an automated response from ${senderName}` : ticketLabel;
  const blocks = [
    unixLines(content)
      .trimEnd()
      .replace(/^(?:[^\S\n]*\n)+/, ""),
    ["-- ", signature, about].filter(Boolean).join("\n"),
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
