import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Whether the page is the one looked at in its window, not behind another tab. */
export function usePageShown(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
}
