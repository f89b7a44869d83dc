import { TextLink } from "../../../../ui/text-link.tsx";

interface MessageTextProps {
  /** Stands before the first line. */
  label?: string;
  text: string;
}

/** A message's text as it was written: lines kept, web addresses clickable, in the direction of its own script. */
export function MessageText({ label, text }: MessageTextProps) {
  let at = 0;
  return (
    <div dir="auto" className="whitespace-pre-wrap break-anywhere">
      {/* With a direction of its own it does not count for that of the text. */}
      {label !== undefined && (
        <span className="me-1.5">
          <span dir="ltr" className="whitespace-nowrap text-[11px] text-faint">
            {label}
          </span>
        </span>
      )}
      <span>
        {linkParts(text).map((part) => {
          const key = at;
          at += part.text.length;
          if (part.href === undefined) return part.text;
          return (
            <TextLink
              key={key}
              href={part.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline decoration-accent/40"
            >
              {part.text}
            </TextLink>
          );
        })}
      </span>
    </div>
  );
}

export interface TextPart {
  text: string;
  /** Where the part leads when it is a web address. */
  href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\u2018-\u201f]+/gi;

/** The address without the punctuation of the sentence it stands in; a closing bracket stays when it was opened inside. */
function withoutTail(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? "";
    if (/[.,;:!?*_\]}]/.test(last)) continue;
    if (last === ")" && !address.slice(0, end - 1).includes("(")) continue;
    break;
  }
  return address.slice(0, end);
}

/** Splits a text into plain parts and web addresses. Only http and https are addresses, so no text can run anything. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(found);
    if (!URL.canParse(address)) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: address, href: address });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** What a mail holds beyond the part that the thread shows; the whole when the shown part does not begin it. */
export function earlierText(whole: string, shown: string): string {
  const rest = whole.startsWith(shown) ? whole.slice(shown.length).replace(/^\s*\n/, "") : whole;
  return rest.trim() === "" ? whole : rest;
}
