import { ArrowUp } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { counted } from "../lib/format.ts";
import { rowKeys, useShortcuts } from "../lib/shortcuts.ts";
import { announce } from "../ui/announcer.tsx";

interface WaitingLineProps {
  /** The word for a row, as in "3 new tickets". */
  noun: string;
  added: number;
  changed: number;
  /** Applies the changes. The focus has to move to the list if a key pressed the button, which disappears. */
  onShow: (isFocusLost: boolean) => void;
}

/** A change made here arrives within this time, so it is not spoken. */
const SETTLED_MS = 400;

/** Says above a list that stands still what waits, and lets it in; it takes no room, so nothing moves when it appears. */
export function WaitingLine({ noun, added, changed, onShow }: WaitingLineProps) {
  const text = waitingText(noun, added, changed);
  const spoken = useRef(text);
  useLayoutEffect(() => {
    spoken.current = text;
  });
  useEffect(() => {
    const timer = setTimeout(() => announce(spoken.current), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  useShortcuts(rowKeys, (dialog) => dialog === null, { show: () => onShow(false) });

  return (
    <p className="pointer-events-none sticky top-24 z-10 flex h-0 animate-appear-late items-end justify-center">
      <button
        type="button"
        onClick={(event) => onShow(event.detail === 0)}
        className="on-raised pointer-events-auto mb-1.5 flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-accent/40 bg-raised px-3 text-sm shadow-float transition-colors duration-120 hover:border-accent"
      >
        <ArrowUp size={13} aria-hidden className="text-accent" />
        {text}, show
      </button>
    </p>
  );
}

// Returns "3 new tickets", "2 tickets changed", or "3 new tickets, 2 changed".
function waitingText(noun: string, added: number, changed: number): string {
  if (added === 0) return `${counted(changed, noun)} changed`;
  return `${counted(added, `new ${noun}`)}${changed === 0 ? "" : `, ${changed.toLocaleString("en-US")} changed`}`;
}
