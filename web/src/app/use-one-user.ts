import { useEffect, useRef } from "react";
import { useSession } from "../lib/session.ts";

/** Where the tabs of a browser, which share one session, learn from each other whose it is. */
const KEPT_AT = "deskhand-user";

/**
 * Loads the page anew when it is no longer its user's: somebody else has signed in in this browser, or the browser brings
 * back a page it had kept. What is shown and cached belongs to who was there before; unsent texts are kept by user.
 */
export function useOneUser(): void {
  const userId = useSession().user?.id;
  const owner = useRef<string>(undefined);

  useEffect(() => {
    if (userId === undefined) return;
    owner.current ??= userId;
    if (owner.current !== userId) return location.reload();
    try {
      localStorage.setItem(KEPT_AT, userId);
    } catch {
      // Storage is full or switched off: other tabs then find out when they next ask who is signed in.
    }
  }, [userId]);

  useEffect(() => {
    function onStorage({ key, newValue }: StorageEvent) {
      if (key !== KEPT_AT || newValue === null || owner.current === undefined) return;
      if (newValue !== owner.current) location.reload();
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("storage", onStorage);
    addEventListener("pageshow", onPageShow);
    return () => {
      removeEventListener("storage", onStorage);
      removeEventListener("pageshow", onPageShow);
    };
  }, []);
}
