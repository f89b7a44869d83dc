import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Role } from "@deskhand/contract/permissions";
import type { TeamUser } from "@deskhand/contract/team";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import type { CallError } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { UsedBy } from "../../screens/used-by.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import type { Proof, RenderProof } from "../../ui/form/render-proof.ts";
import { DangerDialog, Dialog } from "../../ui/overlay/dialog.tsx";
import { RoleField } from "./role-field.tsx";
import { useChangeRole, useResetTwoFactor } from "./use-team.ts";

interface EditUserDialogProps {
  user: TeamUser;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Changes a member's role. */
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

interface ResetFactorDialogProps {
  user: TeamUser;
  renderProof: RenderProof;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Removes a lost second factor, after the admin has confirmed who they are (docs/product.md#two-factors). */
export function ResetFactorDialog({ user, renderProof, onDone, onClose }: ResetFactorDialogProps) {
  const formId = useId();
  const [proof, setProof] = useState<Proof>({ password: "" });
  const reset = useResetTwoFactor(onDone);
  const form = useForm<"password" | "code">({ save: reset, send: () => reset.mutate({ user, proof }) });
  return (
    <Dialog
      size="sm"
      title={
        <>
          Reset Two-Factor: <bdi>{user.name}</bdi>
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" busy={reset.isPending} busyText="Resetting...">
            Reset Two-Factor
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="Failed to reset two-factor sign-in" onDismiss={form.clear} />
        <p className="break-anywhere">
          Make sure that it is <bdi>{user.name}</bdi> who asks, by a call for one: whoever knows their password signs in
          without a code then.
        </p>
        <p className="text-soft">They are signed out everywhere at once, told by mail, and can set it up again.</p>
        {renderProof({
          faults: form.faults,
          onChange: (typed) => {
            setProof(typed);
            form.edited();
          },
        })}
      </form>
    </Dialog>
  );
}

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

/** Asks before a member is deactivated or deleted. */
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
      <UsedBy kind="person" id={user.id} />
    </DangerDialog>
  );
}

interface InviteDialogProps {
  onInvited: (message: string) => void;
  onClose: () => void;
}

/** Invites somebody to the team (docs/product.md#the-team). */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
  const [fields, setFields] = useState<{ email: string; name: string; role: Role }>({
    email: "",
    name: "",
    role: "agent",
  });
  const invite = useMutation(
    api.team.invite.mutationOptions({
      ...failsOffline,
      onSuccess({ email }) {
        void cache.invalidateQueries({ queryKey: api.team.key() });
        onInvited(`Invitation sent to ${shownAddress(email)}`);
        onClose();
      },
    }),
  );
  const isBlank = fields.email.trim() === "" || fields.name.trim() === "";
  const form = useForm<keyof typeof fields>({
    save: invite,
    send: () => {
      if (!isBlank) invite.mutate(fields);
    },
  });
  const change = (part: Partial<typeof fields>) => {
    setFields({ ...fields, ...part });
    form.edited();
  };

  return (
    <Dialog
      size="sm"
      title="Invite Team Member"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={isBlank}
            busy={invite.isPending}
            busyText="Sending..."
          >
            Send Invitation
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="Failed to invite user" onDismiss={form.clear} />
        <InputField
          label="Email Address"
          required
          type="email"
          autoComplete="off"
          value={fields.email}
          error={form.faults.email}
          readOnly={invite.isPending}
          onChange={({ target }) => change({ email: target.value })}
        />
        <InputField
          label="Full Name"
          required
          autoComplete="off"
          value={fields.name}
          error={form.faults.name}
          readOnly={invite.isPending}
          onChange={({ target }) => change({ name: target.value })}
        />
        <RoleField
          value={fields.role}
          error={form.faults.role}
          disabled={invite.isPending}
          onChange={(role) => change({ role })}
        />
        <p className="text-soft text-sm">
          The user will receive setup instructions by e-mail. The link in it holds for 7 days.
        </p>
      </form>
    </Dialog>
  );
}
