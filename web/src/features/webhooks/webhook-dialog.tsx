import type { Webhook } from "@deskhand/contract/admin/webhooks";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface WebhookDialogProps {
  /** Absent for a new one. */
  webhook?: Webhook;
  onClose: () => void;
  /** Called with the secret of a new one, which nothing shows again; null for a change. */
  onSaved: (secret: string | null, name: string) => void;
}

/** Adds or changes a webhook. */
export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const formId = useId();
  const [name, setName] = useState(webhook?.name ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "https://");
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const save = useMutation({
    ...failsOffline,
    async mutationFn() {
      if (webhook === undefined) return (await api.webhooks.create.call({ name, url, idempotencyKey })).secret;
      await api.webhooks.update.call({ id: webhook.id, name, url });
      return null;
    },
    onSuccess: (secret) => onSaved(secret, name),
  });
  const form = useForm<"name" | "url">({ save, send: () => save.mutate() });
  return (
    <Dialog
      size="sm"
      title={webhook === undefined ? "Add Webhook" : "Edit Webhook"}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending} busyText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="The webhook was not saved" onDismiss={form.clear} />
        <InputField
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          placeholder="Team chat"
          value={name}
          error={form.faults.name}
          readOnly={save.isPending}
          onChange={({ target }) => {
            setName(target.value);
            form.edited();
          }}
        />
        <InputField
          label="Address"
          required
          autoComplete="off"
          inputMode="url"
          hint="Deskhand sends a POST request with JSON to it. It has to be on the internet."
          value={url}
          error={form.faults.url}
          readOnly={save.isPending}
          onChange={({ target }) => {
            setUrl(target.value);
            form.edited();
          }}
        />
      </form>
    </Dialog>
  );
}
