import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { useEmailSettings } from "./use-email-settings.ts";

interface ResetDialogProps {
  /** What is asked. */
  question: string;
  reset: ReturnType<typeof useEmailSettings>["reset"];
  onClose: () => void;
}

/** Asks before all e-mail settings become their defaults. */
export function ResetDialog({ question, reset, onClose }: ResetDialogProps) {
  return (
    <Dialog
      size="sm"
      title="Reset to Defaults"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus disabled={reset.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={reset.isPending}
            busyText="Resetting..."
            onClick={() => reset.mutate(undefined, { onSuccess: onClose })}
          >
            Reset to Defaults
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{question}</p>
        {reset.error !== null && <Banner kind="error">Failed to reset email settings</Banner>}
      </div>
    </Dialog>
  );
}
