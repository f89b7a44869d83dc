import { type ReactNode, useState } from "react";
import { useUnsaved } from "../../screens/leave-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

/**
 * Lets a dialog without an address of its own ask before it drops what was entered: `close` closes it, or shows `question`. The guard
 * around the screen asks where the page is left.
 */
export function useDiscard(what: string, isEdited: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  useUnsaved(what, isEdited);
  const question: ReactNode = isAsking && (
    <Dialog
      size="sm"
      title="Discard changes?"
      onClose={() => setAsking(false)}
      footer={
        <>
          <Button onClick={onClose}>Discard</Button>
          <Button variant="primary" data-autofocus onClick={() => setAsking(false)}>
            Keep editing
          </Button>
        </>
      }
    >
      <p className="text-soft">What you entered has not been saved.</p>
    </Dialog>
  );
  return { close: () => (isEdited ? setAsking(true) : onClose()), question };
}
