let last = 0;
const followers = new Set<() => void>();

/** Notes that this user changed something that lists show, so that they update at once. */
export function noteOwnChange(): void {
  last = Date.now();
  for (const follow of followers) follow();
}

/** Returns the time of the last such change, in milliseconds. */
export function ownChangeAt(): number {
  return last;
}

/** Calls `follow` after each such change, until the returned function is called. */
export function followOwnChanges(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}
