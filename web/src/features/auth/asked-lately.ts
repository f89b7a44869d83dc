import { useNow } from "../../ui/time/use-now.ts";

/** To one address goes one mail of a kind in this time (docs/product.md#signing-up); the server says so to nobody. */
const WAIT_MS = 10 * 60_000;

type Kind = "sign-up" | "forgot";

const keyOf = (kind: Kind, email: string) => `deskhand:asked:${kind}:${email.trim().toLowerCase()}`;

/** Keeps in this tab that it asked for a mail to an address just now. */
export function keepAsked(kind: Kind, email: string): void {
  try {
    sessionStorage.setItem(keyOf(kind, email), String(Date.now()));
  } catch {
    // The browser keeps nothing for this page: the button offers to send again, and the server waits by itself.
  }
}

function askedAt(kind: Kind, email: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(kind, email)));
  } catch {
    // As above.
    return 0;
  }
}

/** Whether this tab asked for a mail of this kind to an address before. */
export const wasAsked = (kind: Kind | null, email: string): boolean => kind !== null && askedAt(kind, email) > 0;

/** In how many minutes another mail of this kind can go to an address, as far as this tab knows; 0 for at once. */
export function useMinutesToWait(kind: Kind | null, email: string): number {
  const now = Math.max(useNow(), Date.now());
  if (kind === null) return 0;
  const left = askedAt(kind, email) + WAIT_MS - now;
  return left > 0 && left <= WAIT_MS ? Math.ceil(left / 60_000) : 0;
}
