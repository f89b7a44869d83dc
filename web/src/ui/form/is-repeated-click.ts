/**
 * Whether a click is the second of a double click. A button that takes itself away leaves its place to the next one, which
 * nobody meant.
 */
export function isRepeatedClick(event: { detail: number }): boolean {
  return event.detail > 1;
}
