import { useEffect, useRef } from "react";

/** Calls `onDone` when something ends that was going on, also when it had begun before this was on the screen. */
export function useWhenDone(isGoingOn: boolean, onDone: () => void): void {
  const was = useRef(isGoingOn);
  const latest = useRef(onDone);
  latest.current = onDone;
  useEffect(() => {
    if (was.current && !isGoingOn) latest.current();
    was.current = isGoingOn;
  }, [isGoingOn]);
}
