import { useEffect, useRef } from "react";
import { isPassing } from "../../../../lib/failure.ts";

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
