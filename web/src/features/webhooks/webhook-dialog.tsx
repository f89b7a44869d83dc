import type { Webhook } from "@deskhand/contract/admin/webhooks";
import { api } from "../../lib/api.ts";
import { SettingDialog } from "../../screens/settings/setting-dialog.tsx";
import type { FormProps } from "../../screens/settings/settings-screen.tsx";
import { useSettingForm } from "../../screens/settings/use-setting-form.ts";
import { InputField } from "../../ui/form/field.tsx";

interface WebhookDialogProps extends FormProps<Webhook> {
  /** Called with the secret of a new one, which nothing shows again. */
  onSecret: (made: { name: string; secret: string }) => void;
}

const draftOf = ({ name, url }: { name: string; url: string } = { name: "", url: "https://" }) => ({ name, url });

/** Adds or changes a webhook. */
export function WebhookDialog({ onSecret, ...props }: WebhookDialogProps) {
  const form = useSettingForm({
    ...props,
    kind: "webhook",
    draftOf,
    async create(draft, { idempotencyKey }) {
      const { secret } = await api.webhooks.create.call({ ...draft, idempotencyKey });
      onSecret({ name: draft.name, secret });
    },
    update: (draft, { id }) => api.webhooks.update.call({ ...draft, id }),
  });
  const { draft, change, faultOf, isSaving } = form;
  return (
    <SettingDialog
      form={form}
      one="webhook"
      size="sm"
      title={props.item === undefined ? "Add Webhook" : "Edit Webhook"}
    >
      <InputField
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Team chat"
        value={draft.name}
        error={faultOf("name")}
        readOnly={isSaving}
        onChange={({ target }) => change({ name: target.value })}
      />
      <InputField
        label="Address"
        required
        autoComplete="off"
        inputMode="url"
        hint="Deskhand sends a POST request with JSON to it. It has to be on the internet."
        value={draft.url}
        error={faultOf("url")}
        readOnly={isSaving}
        onChange={({ target }) => change({ url: target.value })}
      />
    </SettingDialog>
  );
}
