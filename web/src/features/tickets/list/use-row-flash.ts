import { type RefObject, useEffect } from "react";
import type { LoadedTickets } from "./loaded-tickets.ts";

const FLASH_MS = 1_400;
/** What changed longer ago is shown again from the cache: no news. */
const NEWS_MS = 1_000;

/** Tints the rows that a refresh found new or changed, for a moment; not with reduced motion. */
export function useRowFlash(
  list: RefObject<HTMLElement | null>,
  { changed }: Pick<LoadedTickets, "changed">,
  at: number,
): void {
  useEffect(() => {
    if (changed.length === 0 || Date.now() - at > NEWS_MS) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const id of changed) {
      list.current
        ?.querySelector(`[data-ticket="${CSS.escape(id)}"]`)
        ?.animate(
          { backgroundColor: ["color-mix(in srgb, var(--color-accent) 16%, transparent)", "transparent"] },
          { duration: FLASH_MS, easing: "ease-out" },
        );
    }
  }, [list, changed, at]);
}
