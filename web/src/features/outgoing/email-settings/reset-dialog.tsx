import { Banner } from "../../../ui/banner.tsx";
import { DangerDialog } from "../../../ui/overlay/danger-dialog.tsx";
import type { useEmailSettings } from "./use-email-settings.ts";

interface ResetDialogProps {
  /** What is asked. */
  question: string;
  reset: ReturnType<typeof useEmailSettings>["reset"];
  onClose: () => void;
}

/** Asks before all e-mail settings become their defaults. */
export function ResetDialog({ question, reset, onClose }: ResetDialogProps) {
  function close() {
    reset.reset();
    onClose();
  }
  return (
    <DangerDialog
      title="Reset to Defaults"
      confirmText="Reset to Defaults"
      busyText="Resetting..."
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      <p>{question}</p>
      {reset.error !== null && <Banner kind="error">Failed to reset email settings</Banner>}
    </DangerDialog>
  );
}
