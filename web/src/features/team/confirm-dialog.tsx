import type { TeamUser } from "@deskhand/contract/team";
import type { CallError } from "../../lib/failure.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { DangerDialog } from "../../ui/overlay/danger-dialog.tsx";

interface ConfirmDialogProps {
  user: TeamUser;
  deed: "deactivate" | "delete";
  change: { error: CallError | null; isPending: boolean; mutate: (user: TeamUser) => void; reset: () => void };
  onClose: () => void;
}

const deeds = {
  deactivate: {
    title: "Deactivate User",
    question: (name: string) =>
      `Are you sure you want to deactivate ${name}? They will no longer be able to access the system.`,
    note: "They are signed out everywhere at once. Their tickets stay assigned to them.",
    button: "Deactivate",
    busyText: "Deactivating...",
    failure: "Failed to deactivate user",
  },
  delete: {
    title: "Delete User",
    question: (name: string) => `Are you sure you want to permanently delete ${name}? This action cannot be undone.`,
    note: "They are signed out everywhere at once. What they wrote keeps their name, and their tickets become unassigned.",
    button: "Delete",
    busyText: "Deleting...",
    failure: "Failed to delete user",
  },
};

/** Asks before somebody of the team is shut out, for now or for good. */
export function ConfirmDialog({ user, deed, change, onClose }: ConfirmDialogProps) {
  const { title, question, note, button, busyText, failure } = deeds[deed];
  return (
    <DangerDialog
      title={title}
      confirmText={button}
      busyText={busyText}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(user)}
      onClose={onClose}
    >
      <FailureBanner error={change.error} title={failure} onDismiss={change.reset} />
      <p className="break-anywhere">{question(user.name)}</p>
      <p className="text-soft">
        {user.invitedAt === null ? note : "They have not joined yet. The link in their invitation stops working."}
      </p>
    </DangerDialog>
  );
}
