import { TextLink } from "../../../../ui/text-link.tsx";
import { linkParts } from "./link-parts.ts";

interface MessageTextProps {
  /** Stands before the first line. */
  label?: string;
  text: string;
}

/** A message's text as it was written: lines kept, each in the direction of its own script, web addresses clickable. */
export function MessageText({ label, text }: MessageTextProps) {
  let at = 0;
  return (
    <div dir="auto" className="whitespace-pre-wrap break-anywhere text-start [unicode-bidi:plaintext]">
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

/** What a mail holds beyond the part that the thread shows; the whole when the shown part does not begin it. */
export function earlierText(whole: string, shown: string): string {
  const rest = whole.startsWith(shown) ? whole.slice(shown.length).replace(/^\s*\n/, "") : whole;
  return rest.trim() === "" ? whole : rest;
}

/** A small button under a message that unfolds more of it. */
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
