import { limits } from "@deskhand/contract/limits";
import { type RefObject, useEffect, useRef, useState } from "react";
import { announce } from "../ui/announcer.tsx";

interface Copied {
  /** Belongs on the element that shows the text: it is selected there when the clipboard is closed. */
  ref: RefObject<HTMLElement | null>;
  /** For a moment after it was copied; "refused" until it is tried again. */
  state: "copied" | "refused" | null;
  copy: (text: string) => Promise<void>;
}

/** Copies a text that is on the screen, and says how that went. */
export function useCopied(): Copied {
  const ref = useRef<HTMLElement>(null);
  const [state, setState] = useState<Copied["state"]>(null);

  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState(null), limits.copiedMs);
    return () => clearTimeout(timer);
  }, [state]);

  return {
    ref,
    state,
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        setState("copied");
        announce("Copied!");
      } catch {
        // Refused by the browser, or absent because the page did not come over HTTPS: it can be copied by hand.
        setState("refused");
        if (ref.current !== null) getSelection()?.selectAllChildren(ref.current);
      }
    },
  };
}
