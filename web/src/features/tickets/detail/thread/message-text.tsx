import { TextLink } from "../../../../ui/text-link.tsx";
import { linkParts } from "./link-parts.ts";

interface MessageTextProps {
  /** Shown before the first line. */
  label?: string;
  text: string;
}

/** A message's text as written: it keeps its lines, each in its script's direction, and links web addresses. */
export function MessageText({ label, text }: MessageTextProps) {
  let at = 0;
  return (
    <div dir="auto" className="whitespace-pre-wrap break-anywhere text-start [unicode-bidi:plaintext]">
      {/* Its own direction keeps it from deciding the direction of the text. */}
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

/** Returns what a mail holds beyond the shown part; the whole when it does not begin with that part. */
export function earlierText(whole: string, shown: string): string {
  const rest = whole.startsWith(shown) ? whole.slice(shown.length).replace(/^\s*\n/, "") : whole;
  return rest.trim() === "" ? whole : rest;
}

/** A small button under a message that expands more of it. */
export function QuietToggle({ isOpen, ...rest }: { isOpen: boolean; onClick: () => void; children: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-expanded={isOpen}
      className="h-6 rounded-tag border border-line px-1.5 text-soft text-xs transition-colors duration-120 hover:border-edge hover:text-ink"
    />
  );
}
