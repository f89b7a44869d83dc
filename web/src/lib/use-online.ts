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

/** Whether the browser is online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Clears a connection error once the browser is online again. */
export function useClearWhenOnline(isOnline: boolean, error: unknown, clear: () => void): void {
  const latest = useRef({ error, clear });
  latest.current = { error, clear };
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current && isPassing(latest.current.error)) latest.current.clear();
    wasOnline.current = isOnline;
  }, [isOnline]);
}
