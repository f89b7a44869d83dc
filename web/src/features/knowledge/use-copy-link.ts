import { limits } from "@deskhand/contract/limits";
import { useEffect, useState } from "react";
import { announce } from "../../ui/announcer.tsx";

export const COPIED = "Link copied to clipboard!";

/** The last link that was copied: shown for a moment when it worked, until it is dismissed when the clipboard is closed. */
export type CopiedLink = { url: string; isCopied: boolean } | null;

/** Copies links to the clipboard and says how that went. */
export function useCopyLink() {
  const [last, setLast] = useState<CopiedLink>(null);

  useEffect(() => {
    if (!last?.isCopied) return;
    const timer = setTimeout(() => setLast(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [last]);

  return {
    last,
    dismiss: () => setLast(null),
    async copy(url: string) {
      try {
        await navigator.clipboard.writeText(url);
        setLast({ url, isCopied: true });
        announce(COPIED);
      } catch {
        // Refused by the browser, or absent because the page did not come over HTTPS: it can be copied by hand.
        setLast({ url, isCopied: false });
      }
    },
  };
}
