import { Link } from "@react-email/link";
import { createElement, type ReactNode } from "react";
import { colors } from "./styles.ts";

// The @ is looked for last, with bounded parts, so that no text can make this slow.
const address = /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi;

/** What ends a sentence. */
const marks = ".,;:!?'\"*";

/** Plain text as it is shown in a mail: escaped, with its line breaks and spaces, and with its addresses made clickable. */
export function linkedText(text: string): ReactNode[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, number) => {
    const parts = linkLine(line, number);
    return number === 0 ? parts : [createElement("br", { key: `br-${number}` }), ...parts];
  });
}

function linkLine(line: string, number: number): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of line.matchAll(address)) {
    const shown = withoutTail(match[0]);
    parts.push(keepSpaces(line.slice(end, match.index)), link(shown, `${number}-${match.index}`));
    end = match.index + shown.length;
  }
  return [...parts, keepSpaces(line.slice(end))].filter((part) => part !== "");
}

function link(shown: string, key: string): ReactNode {
  const scheme = /^https?:/i.test(shown) ? "" : /^www\./i.test(shown) ? "https://" : "mailto:";
  return createElement(
    Link,
    { key, href: scheme + shown, style: { color: colors.link, textDecoration: "underline" } },
    shown,
  );
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

/** HTML folds spaces; Outlook ignores `white-space: pre-wrap`. */
function keepSpaces(text: string): string {
  return text.replace(/\t/g, "    ").replace(/^ | (?= )/g, "\u00a0");
}
