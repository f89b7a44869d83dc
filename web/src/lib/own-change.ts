let last = 0;

/** Notes that whoever sits here changed what lists show, which they follow at once. */
export function noteOwnChange(): void {
  last = Date.now();
}

/** When that was last, in milliseconds. */
export function ownChangeAt(): number {
  return last;
}
