import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { LeaveQuestion, questionOf, useUnsaved } from "./leave-guard.tsx";

/**
 * Lets a dialog without an address of its own ask before it drops what was entered: `close` closes it, or shows `question`. The guard
 * around it asks where the page is left.
 */
export function useLeaving(what: string, isEdited: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  useUnsaved(what, isEdited);
  const question: ReactNode = isAsking && (
    <LeaveQuestion
      question={questionOf([what])}
      onStay={() => setAsking(false)}
      onLeave={() => {
        // Behind an open question nothing can take the focus back.
        flushSync(() => setAsking(false));
        onClose();
      }}
    />
  );
  return { close: () => (isEdited ? setAsking(true) : onClose()), question };
}
