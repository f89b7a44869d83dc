import { Check, Copy } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useCopied } from "./use-copied.ts";

interface CopiedAddressProps {
  address: string;
  verb?: string;
  what?: "address" | "command";
}

/** An address of the store's, or a command, to be copied with one click. */
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
