import { useEffect, useState } from "react";

/** The whole seconds until a moment, in milliseconds since 1970; 0 once it is over. */
export function useSecondsTo(due: number): number {
  const left = () => Math.max(0, Math.ceil((due - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  });
  return Math.min(seconds, left());
}
