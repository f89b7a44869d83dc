import { useEffect, useRef, useSyncExternalStore } from "react";
import { isPassing } from "./failure.ts";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Takes back the error of a lost connection once the browser has a network again: what it says is no longer true. */
export function useClearWhenOnline(isOnline: boolean, error: unknown, clear: () => void): void {
  const latest = useRef({ error, clear });
  latest.current = { error, clear };
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current && isPassing(latest.current.error)) latest.current.clear();
    wasOnline.current = isOnline;
  }, [isOnline]);
}
