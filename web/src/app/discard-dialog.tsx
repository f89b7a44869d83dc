import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface DiscardDialogProps {
  /** What would be lost. */
  what: string;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before something typed is thrown away. */
export function DiscardDialog({ what, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      size="sm"
      title="Discard changes?"
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onDiscard}>Discard</Button>
          <Button variant="primary" data-autofocus onClick={onKeep}>
            Keep editing
          </Button>
        </>
      }
    >
      <p className="text-soft">The {what} you entered has not been saved.</p>
    </Dialog>
  );
}
