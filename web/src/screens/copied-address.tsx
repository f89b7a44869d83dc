import { limits } from "@deskhand/contract/limits";
import { Check, Copy } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { announce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";

interface CopiedAddressProps {
  address: string;
  verb?: string;
  what?: "address" | "command" | "secret" | "key";
}

/** A text such as an address of the store, which one click copies. */
export function CopiedAddress({ address, verb = "Copy Email", what = "address" }: CopiedAddressProps) {
  const { ref, state, copy } = useCopied();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5">
        <code
          ref={ref}
          className="min-w-0 flex-1 basis-60 rounded-control border border-line bg-raised px-3 py-1.5 font-mono text-sm break-anywhere"
        >
          {address}
        </code>
        <Button
          variant="primary"
          icon={state === "copied" ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          onClick={() => void copy(address)}
        >
          {state === "copied" ? "Copied!" : verb}
        </Button>
      </div>
      {state === "refused" && (
        <p role="alert" className="mt-1.5 text-amber text-sm">
          The browser does not let this page use the clipboard. The {what} is selected: copy it with Ctrl or Cmd and C.
        </p>
      )}
    </>
  );
}

interface Copied {
  /** For the element with the text, which is selected if the clipboard is closed. */
  ref: RefObject<HTMLElement | null>;
  /** "copied" for a moment; "refused" until the next try. */
  state: "copied" | "refused" | null;
  copy: (text: string) => Promise<void>;
}

/** Copies a text that is on the screen, and says whether that worked. */
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
        // The browser refused, or has no clipboard without HTTPS: the text can be copied by hand.
        setState("refused");
        if (ref.current !== null) getSelection()?.selectAllChildren(ref.current);
      }
    },
  };
}
