import { findPlaceholders } from "@deskhand/contract/desk/placeholders";
import { Braces } from "lucide-react";
import type { ReactNode } from "react";

interface PlaceholderNoticeProps {
  text: string;
  /** Fills in what is still open, where that can be offered. */
  fill: ReactNode;
  onShow: (start: number, end: number) => void;
}

/** Says which placeholders a reply still has, and leads to each. */
export function PlaceholderNotice({ text, onShow, fill }: PlaceholderNoticeProps) {
  const open = findPlaceholders(text);
  if (open.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-control border border-amber/35 bg-amber/10 px-3 py-1.5 text-amber text-sm"
    >
      <Braces size={14} aria-hidden className="shrink-0" />
      <span>
        {open.length === 1 ? "1 placeholder could not be filled:" : `${open.length} placeholders could not be filled:`}
      </span>
      {open.map(({ name, start, end }) => (
        <button
          key={start}
          type="button"
          onClick={() => onShow(start, end)}
          className="rounded-tag border border-amber/35 px-1.5 font-mono text-ink text-xs leading-5 hover:bg-amber/15"
        >
          {name}
        </button>
      ))}
      {open.some(({ name }) => /^(?:order|tracking)\./.test(name)) && fill}
    </div>
  );
}
