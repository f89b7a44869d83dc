import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** A thread scrolled this close to its end counts as read to the end. */
const NEAR_PX = 48;
/** The space left above a message that is scrolled to. */
const MARGIN_PX = 16;
const MARK_MS = 1_600;

/** Scrolls to the end, or to the start of the last message if it is taller than the window. */
function scrollToLast(box: HTMLElement, last: string) {
  const end = box.scrollHeight - box.clientHeight;
  box.scrollTop = Math.min(end, (topOf(box, last) ?? end) - MARGIN_PX);
}

function cardOf(box: HTMLElement, id: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(`[data-entry-id="${CSS.escape(id)}"]`);
}

function topOf(box: HTMLElement, id: string): number | null {
  return cardOf(box, id)?.offsetTop ?? null;
}

/** Tints a message for a moment; not with reduced motion. */
function mark(card: HTMLElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  card.animate({ boxShadow: ["0 0 0 2px var(--color-accent)", "0 0 0 2px transparent"] }, MARK_MS);
}

interface Anchor {
  id: string;
  top: number;
}

/** Returns the first message in view: messages stay mounted whatever else is shown or hidden. */
function anchorOf(box: HTMLElement): Anchor | null {
  for (const card of box.querySelectorAll<HTMLElement>("[data-is-message]")) {
    const { offsetTop: top, offsetHeight, dataset } = card;
    if (top + offsetHeight > box.scrollTop) return { id: dataset.entryId ?? "", top };
  }
  return null;
}

interface ThreadContent {
  /** Ids of messages and notes, oldest first, without steps. */
  ids: readonly string[];
  /** The number of lines of any kind. */
  count: number;
  /** The message added last; null for none. */
  addedLast: string | null;
  /** Whether that message stands further up, at the time it was accepted. */
  isLate: boolean;
  /** Whether the reader has not opened the ticket since. */
  isUnread: boolean;
  /** Whether the reader wrote the newest entry. */
  isNewestOwn: boolean;
  /** The message that the thread is to open at; null for the newest, and once it was shown. */
  wanted: string | null;
  onWantedShown: () => void;
}

/**
 * Keeps the reader's place in the thread: it starts at the newest entry, follows new ones only from there, and stays
 * put when entries are inserted above. The reader's own newest entry is always scrolled to.
 */
export function useThreadScroll(content: ThreadContent) {
  const { ids, count, addedLast, isLate, isUnread, isNewestOwn, wanted, onWantedShown } = content;
  const ref = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const lastDrawn = useRef<{ last: string; addedLast: string | null }>(undefined);
  const anchor = useRef<Anchor>(null);
  /** The last added of the messages that have been on the screen. */
  const lastInView = useRef(addedLast);
  const [hasUnseen, setUnseen] = useState(false);
  const first = ids[0] ?? "";
  const last = ids.at(-1) ?? "";

  function toNewest() {
    const box = ref.current;
    const top = isLate && box !== null ? topOf(box, addedLast ?? "") : null;
    atEnd.current = top === null;
    // Includes entries added since this render.
    if (box !== null && top === null) scrollToLast(box, lastDrawn.current?.last ?? last);
    else if (box !== null && top !== null) box.scrollTop = top - MARGIN_PX;
    setUnseen(false);
  }

  /** Whether part of the message added last is visible; its start, if it is at the end. */
  function seesAddedLast(box: HTMLElement): boolean {
    if (addedLast === null) return true;
    const card = cardOf(box, addedLast);
    if (card === null) return !isLate;
    const { offsetTop: top, offsetHeight } = card;
    return top < box.scrollTop + box.clientHeight - MARGIN_PX && top + offsetHeight > box.scrollTop + MARGIN_PX;
  }

  /** Returns the last added of the messages that have been on the screen. */
  function newestShown(): string | null {
    const box = ref.current;
    if (box !== null && seesAddedLast(box)) lastInView.current = addedLast;
    return lastInView.current;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: any added or removed line moves the others.
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const before = lastDrawn.current;
    const isNew = before !== undefined && last !== before.last;
    const cameLate = isLate && (before === undefined ? isUnread : addedLast !== before.addedLast);
    if (atEnd.current || (isNew && isNewestOwn)) {
      scrollToLast(box, last);
      atEnd.current = true;
      if (!isLate || seesAddedLast(box)) setUnseen(false);
    } else if (anchor.current !== null) {
      const { id, top } = anchor.current;
      box.scrollTop += (topOf(box, id) ?? top) - top;
    }
    if ((isNew && !atEnd.current) || (cameLate && !seesAddedLast(box))) setUnseen(true);
    lastDrawn.current = { last, addedLast };
    anchor.current = anchorOf(box);
    newestShown();
  }, [first, last, addedLast, count, isNewestOwn]);

  const isWantedThere = wanted !== null && ids.includes(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once, when it is there.
  useLayoutEffect(() => {
    const box = ref.current;
    const card = isWantedThere && box !== null ? cardOf(box, wanted) : null;
    if (box === null || card === null) return;
    box.scrollTop = card.offsetTop - MARGIN_PX;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    anchor.current = anchorOf(box);
    mark(card);
    onWantedShown();
  }, [isWantedThere]);

  // When the composer grows or the window shrinks, a reader at the end stays there. Expanding a message moves nothing.
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) scrollToLast(box, lastDrawn.current?.last ?? "");
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
      anchor.current = anchorOf(box);
      if (isLate ? seesAddedLast(box) : atEnd.current) setUnseen(false);
      newestShown();
    },
    toNewest,
    /** Whether messages arrived while the reader was further up. */
    hasUnseen,
    newestShown,
  };
}
