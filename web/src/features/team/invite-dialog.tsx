import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Role } from "@deskhand/contract/permissions";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { RoleField } from "./role-field.tsx";

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
