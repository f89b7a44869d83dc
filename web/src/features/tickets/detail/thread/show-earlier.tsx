import { type ReactNode, type RefObject, useEffect } from "react";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Button } from "../../../../ui/button.tsx";
import type { usePaged } from "./use-paged.ts";

interface ShowEarlierProps {
  paged: Pick<ReturnType<typeof usePaged>, "hasOlder" | "isLoadingOlder" | "olderError" | "loadOlder">;
  /** What scrolls; it has the focus after the last page, which takes the button away. */
  region: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Asks for the page before what is shown, while there is one. */
export function ShowEarlier({ paged, region, children }: ShowEarlierProps) {
  const { hasOlder, isLoadingOlder, olderError, loadOlder } = paged;
  useEffect(() => {
    if (!hasOlder && document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [hasOlder, region]);
  if (!hasOlder) return null;
  return (
    <div className="flex flex-col items-center gap-1.5">
      <Button size="sm" busy={isLoadingOlder} busyText="Loading..." onClick={loadOlder}>
        {children}
      </Button>
      <FailureLine error={olderError} />
    </div>
  );
}
