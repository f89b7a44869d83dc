import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { DangerDialog } from "../../../ui/overlay/dialog.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import type { useEmailSettings } from "./use-email-settings.ts";

/** Says that somebody, perhaps the user in another tab, changed the settings being saved, and offers the choice. */
export function ConflictBanner({ form }: { form: ReturnType<typeof useEmailSettings> }) {
  if (form.conflict === null) return null;
  return (
    <Banner
      kind="warning"
      title="These email settings were changed meanwhile"
      action={
        <>
          <BannerButton onClick={form.takeTheirs}>Take theirs</BannerButton>
          <BannerButton onClick={() => form.send(true)}>Save mine anyway</BannerButton>
        </>
      }
    >
      Nothing was saved. What you wrote is still here.
    </Banner>
  );
}

/** Shown until the settings are loaded, or when loading failed. */
export function SettingsNotThere({ read }: Pick<ReturnType<typeof useEmailSettings>, "read">) {
  if (read.error === null) {
    return (
      <div className="flex flex-col gap-3">
        <p role="status" className="text-soft">
          Loading email settings...
        </p>
        <PanelSkeleton lines={3} className="animate-appear-late" />
        <PanelSkeleton lines={5} className="animate-appear-late" />
      </div>
    );
  }
  return (
    <Banner kind="error" onRetry={() => void read.refetch()} isRetrying={read.isRefetching}>
      Failed to load email settings
    </Banner>
  );
}

interface ResetDialogProps {
  /** The question shown. */
  question: string;
  reset: ReturnType<typeof useEmailSettings>["reset"];
  onClose: () => void;
}

/** Asks for confirmation before all e-mail settings are reset. */
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
