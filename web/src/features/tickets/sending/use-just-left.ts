import { useEffect, useState } from "react";

const LATE_MS = 3_000;

/** Whether a reply is being sent or was a moment ago: a key that comes too late for Undo is meant for nothing else. */
export function useJustLeft(isSending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isSending) return setLate(true);
    const timer = setTimeout(() => setLate(false), LATE_MS);
    return () => clearTimeout(timer);
  }, [isSending]);
  return isSending || isLate;
}
