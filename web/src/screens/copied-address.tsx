import { Check, Copy } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useCopied } from "./use-copied.ts";

/** An address of the store's, to be copied with one click. */
export function CopiedAddress({ address, verb = "Copy Email" }: { address: string; verb?: string }) {
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
          The browser does not let this page use the clipboard. The address is selected: copy it with Ctrl or Cmd and C.
        </p>
      )}
    </>
  );
}
