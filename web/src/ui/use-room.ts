import { useSyncExternalStore } from "react";

/** The window's room: two columns, one, or a phone's. The widths are `--breakpoint-split` and `--breakpoint-sm`. */
export type Room = "wide" | "narrow" | "phone";

const widths = ["(min-width: 1100px)", "(min-width: 640px)"];

function subscribe(listener: () => void): () => void {
  const queries = widths.map((width) => matchMedia(width));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

function currentRoom(): Room {
  const [isWide, isNarrow] = widths.map((width) => matchMedia(width).matches);
  if (isWide) return "wide";
  return isNarrow ? "narrow" : "phone";
}

/** Returns the room that the window has now. */
export function useRoom(): Room {
  return useSyncExternalStore(subscribe, currentRoom);
}

const low = "(height < 50rem)";

/** Whether the window is low, so that a field starts with a single line. */
export function useIsLow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(low);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchMedia(low).matches,
  );
}
