import { useEffect, useRef } from "react";

/** Calls `onDone` when an activity ends, even one that had begun before this mounted. */
export function useWhenDone(isGoingOn: boolean, onDone: () => void): void {
  const wasGoingOn = useRef(isGoingOn);
  const latest = useRef(onDone);
  latest.current = onDone;
  useEffect(() => {
    if (wasGoingOn.current && !isGoingOn) latest.current();
    wasGoingOn.current = isGoingOn;
  }, [isGoingOn]);
}
