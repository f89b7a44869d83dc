// The @ is looked for last, with bounded parts, so that no text can make this slow.
const address = /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi;

/** What ends a sentence. */
const marks = ".,;:!?'\"*";

/** A piece of a text as it stands there, and where it leads, if it is an address. */
export interface TextPart {
  readonly shown: string;
  /** Begins with http, https or mailto. */
  readonly href: string | null;
}

/** Divides a text into its addresses, of pages and of mailboxes, and what stands between them. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const shown = withoutTail(match[0]);
    const scheme = /^https?:/i.test(shown) ? "" : /^www\./i.test(shown) ? "https://" : "mailto:";
    parts.push({ shown: text.slice(end, match.index), href: null }, { shown, href: scheme + shown });
    end = match.index + shown.length;
  }
  return [...parts, { shown: text.slice(end), href: null }].filter(({ shown }) => shown !== "");
}

/** Takes off what ends the sentence rather than the address: "(see https://a.b/c_(d))." */
function withoutTail(found: string): string {
  let unopened = found.split(")").length - found.split("(").length;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ")" && unopened > 0) unopened -= 1;
    else if (!marks.includes(last)) break;
  }
  return found.slice(0, end);
}
