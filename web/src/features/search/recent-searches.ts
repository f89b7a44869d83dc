const PREFIX = "deskhand-recent-searches";
const MOST = 5;

const keyOf = (userId: string) => `${PREFIX}:${userId}`;

/** What a user searched for last in this browser, the latest first. */
export function readRecentSearches(userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((text) => typeof text === "string").slice(0, MOST) : [];
  } catch {
    // Storage is switched off or holds something else: nothing was searched for then.
    return [];
  }
}

/** Keeps a search that led somewhere. What one typed on the way to it, and the same again, is kept once. */
export function keepRecentSearch(userId: string, typed: string): void {
  const text = typed.trim();
  if (text === "") return;
  const isSame = (other: string) => text.toLowerCase().startsWith(other.toLowerCase());
  const others = readRecentSearches(userId).filter((other) => !isSame(other));
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([text, ...others].slice(0, MOST)));
  } catch {
    // Storage is full or switched off: it is only a convenience.
  }
}
