import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this many pixels of its end a thread counts as read to the end. */
const NEAR_PX = 48;

interface ScrollOptions {
  /** The ids on the screen, oldest first. */
  ids: string[];
  /** Whether the newest is the reader's own: one's own message is always scrolled to. */
  isNewestOwn: boolean;
}

interface ThreadScroll {
  ref: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  toNewest: () => void;
  /** Messages came while the reader was further up. */
  hasUnseen: boolean;
  isAtEnd: () => boolean;
}

function topOf(box: HTMLElement, id: string): number | null {
  return box.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`)?.offsetTop ?? null;
}

/**
 * Keeps a thread where its reader is: it starts at the newest message, follows new ones only from there, and stays put
 * when older ones are put before.
 */
export function useThreadScroll({ ids, isNewestOwn }: ScrollOptions): ThreadScroll {
  const ref = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const shown = useRef<{ first: string; last: string; firstTop: number }>(undefined);
  const [hasUnseen, setUnseen] = useState(false);
  const first = ids[0] ?? "";
  const last = ids.at(-1) ?? "";

  function toNewest() {
    const box = ref.current;
    if (box !== null) box.scrollTop = box.scrollHeight;
    atEnd.current = true;
    setUnseen(false);
  }

  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const before = shown.current;
    const isNew = before !== undefined && last !== before.last;
    if (atEnd.current || (isNew && isNewestOwn)) {
      box.scrollTop = box.scrollHeight;
      atEnd.current = true;
      setUnseen(false);
    } else if (before !== undefined && first !== before.first) {
      box.scrollTop += (topOf(box, before.first) ?? 0) - before.firstTop;
    }
    if (isNew && !atEnd.current) setUnseen(true);
    shown.current = { first, last, firstTop: topOf(box, first) ?? 0 };
  }, [first, last, isNewestOwn]);

  // The composer grows or the window shrinks: who reads the end stays there. What the reader unfolds moves nothing.
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return {
    ref,
    onScroll() {
      const box = ref.current;
      if (box === null) return;
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
      if (atEnd.current) setUnseen(false);
    },
    toNewest,
    hasUnseen,
    isAtEnd: () => atEnd.current,
  };
}
