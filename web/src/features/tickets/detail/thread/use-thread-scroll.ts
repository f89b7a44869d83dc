import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this many pixels of its end a thread counts as read to the end. */
const NEAR_PX = 48;
/** What is left free above a message that is scrolled to. */
const MARGIN_PX = 16;

/** Scrolls to the end, or to the beginning of the last message when that is taller than the window. */
function scrollToLast(box: HTMLElement, last: string) {
  const end = box.scrollHeight - box.clientHeight;
  box.scrollTop = Math.min(end, (topOf(box, last) ?? end) - MARGIN_PX);
}

function topOf(box: HTMLElement, id: string): number | null {
  return box.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`)?.offsetTop ?? null;
}

/**
 * Keeps a thread where its reader is: it starts at the newest message, follows new ones only from there, and stays put
 * when older ones are put before. `ids` are those on the screen, oldest first; the reader's own newest message is always
 * scrolled to.
 */
export function useThreadScroll(ids: string[], isNewestOwn: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const shown = useRef<{ first: string; last: string; firstTop: number }>(undefined);
  const [hasUnseen, setUnseen] = useState(false);
  const first = ids[0] ?? "";
  const last = ids.at(-1) ?? "";

  function toNewest() {
    const box = ref.current;
    // What came since this was drawn counts too.
    if (box !== null) scrollToLast(box, shown.current?.last ?? last);
    atEnd.current = true;
    setUnseen(false);
  }

  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const before = shown.current;
    const isNew = before !== undefined && last !== before.last;
    if (atEnd.current || (isNew && isNewestOwn)) {
      scrollToLast(box, last);
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
      if (atEnd.current) scrollToLast(box, shown.current?.last ?? "");
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
    /** Messages came while the reader was further up. */
    hasUnseen,
    /** Whether at least the beginning of the newest message is on the screen. */
    showsNewest() {
      const box = ref.current;
      if (box === null) return false;
      return (topOf(box, last) ?? 0) < box.scrollTop + box.clientHeight - MARGIN_PX;
    },
  };
}
