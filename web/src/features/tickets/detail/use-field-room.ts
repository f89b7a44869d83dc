import { type RefObject, useLayoutEffect } from "react";

/** One line: where that is too much, the whole of the ticket scrolls. */
const LEAST_PX = 38;

/**
 * Keeps what is written below a thread as low as the thread's share of the window asks, so that it scrolls by itself rather than
 * under the button that sends it. `text` is what stands in the field.
 */
export function useFieldRoom(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text.
  useLayoutEffect(() => {
    const column = field.current?.closest<HTMLElement>("[data-ticket-column]");
    const thread = column?.querySelector<HTMLElement>("[data-thread]");
    if (!column || !thread) return;
    const fit = () => {
      if (field.current !== null) fitBetween(field.current, column, thread);
    };
    fit();
    // Notices and files come above and below the field; a keyboard takes from the column.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    });
    observer.observe(column);
    observer.observe(thread);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [text]);
}

function fitBetween(field: HTMLElement, column: HTMLElement, thread: HTMLElement): void {
  field.style.maxHeight = "";
  const wanted = field.offsetHeight;
  const spare = thread.offsetHeight - Number.parseFloat(getComputedStyle(thread).minHeight);
  const room = wanted + spare - (column.scrollHeight - column.clientHeight);
  if (room < wanted) field.style.maxHeight = `${Math.max(room, LEAST_PX)}px`;
}
