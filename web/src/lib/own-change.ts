let last = 0;
const followers = new Set<() => void>();

/** Notes that whoever sits here changed what lists show, which they follow at once. */
export function noteOwnChange(): void {
  last = Date.now();
  for (const follow of followers) follow();
}

/** When that was last, in milliseconds. */
export function ownChangeAt(): number {
  return last;
}

/** Has `follow` called with each such change, until the returned function is called. */
export function followOwnChanges(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}
