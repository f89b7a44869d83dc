import type { TeamUser } from "@deskhand/contract/team";
import { useState } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { RoleField } from "./role-field.tsx";
import { useChangeRole } from "./use-team.ts";

interface EditUserDialogProps {
  user: TeamUser;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Gives somebody of the team another role. */
export function EditUserDialog({ user, onDone, onClose }: EditUserDialogProps) {
  const [role, setRole] = useState(user.role);
  const change = useChangeRole((message) => {
    onDone(message);
    onClose();
  });
  return (
    <Dialog
      size="sm"
      title={
        <>
          Edit User: <bdi>{user.name}</bdi>
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={role === user.role}
            busy={change.isPending}
            busyText="Updating..."
            onClick={() => change.mutate({ id: user.id, role })}
          >
            Update Role
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FailureBanner error={change.error} title="Failed to update user" onDismiss={change.reset} />
        <RoleField
          value={role}
          disabled={change.isPending}
          onChange={(chosen) => {
            setRole(chosen);
            change.reset();
          }}
        />
        <Banner kind="warning">
          The new role takes effect at once, also while they are working. Admins can manage users, settings and the
          store, and delete tickets.
        </Banner>
      </div>
    </Dialog>
  );
}
