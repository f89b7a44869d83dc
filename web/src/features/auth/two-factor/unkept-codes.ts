import { sharedValue } from "../../../ui/shared-value.ts";

const keyOf = (email: string) => `deskhand:unkept-recovery-codes:${email.toLowerCase()}`;
/** Counts the changes, so that what looks is drawn anew. */
const changes = sharedValue(0);

/** Keeps in this browser that somebody is shown new recovery codes, and not which, until they say that they have kept them. */
export function setUnkept(email: string, isUnkept: boolean): void {
  try {
    if (isUnkept) localStorage.setItem(keyOf(email), "1");
    else localStorage.removeItem(keyOf(email));
  } catch {
    // The browser keeps nothing for this page: whoever loses the codes makes new ones without having been told to.
  }
  changes.set(changes.get() + 1);
}

/** Whether somebody was shown recovery codes in this browser and has not said that they kept them. */
export function useUnkept(email: string | undefined): boolean {
  changes.use();
  if (email === undefined) return false;
  try {
    return localStorage.getItem(keyOf(email)) !== null;
  } catch {
    // As above.
    return false;
  }
}
