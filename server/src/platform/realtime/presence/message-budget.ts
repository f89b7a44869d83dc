import { presenceLimits } from "@deskhand/contract/desk/presence";

/** Counts what one connection sends; returns false for what is beyond its measure. Times in ms, of a clock that only goes on. */
export function messageBudget(start: number): (now: number) => boolean {
  const { messagesAtOnce, messagesPerSecond } = presenceLimits;
  let left: number = messagesAtOnce;
  let at = start;
  return (now) => {
    left = Math.min(messagesAtOnce, left + ((now - at) * messagesPerSecond) / 1_000);
    at = now;
    left -= 1;
    return left >= 0;
  };
}
