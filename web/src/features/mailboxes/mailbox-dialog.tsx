import type { Mailbox } from "@deskhand/contract/mailboxes/mailboxes";
import { api } from "../../lib/api.ts";
import { SettingDialog } from "../../screens/settings/setting-dialog.tsx";
import type { FormProps } from "../../screens/settings/settings-screen.tsx";
import { useSettingForm } from "../../screens/settings/use-setting-form.ts";
import { Field, InputField } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { Select } from "../../ui/form/select.tsx";

const securities = [
  { value: "tls", label: "TLS (usually port 993)" },
  { value: "starttls", label: "STARTTLS (usually port 143)" },
] as const;
const usualPorts = { tls: "993", starttls: "143" } as const;

/** What the form says; the password that is kept is never sent here. */
function draftOf(mailbox?: Mailbox) {
  return {
    address: mailbox?.name ?? "",
    host: mailbox?.host ?? "",
    port: String(mailbox?.port ?? 993),
    security: mailbox?.security ?? "tls",
    user: mailbox?.user ?? "",
    password: "",
    folder: mailbox?.folder ?? "INBOX",
    takenFrom: mailbox?.takenFrom ?? today(),
  };
}

/** The day by this browser's clock, as a date field writes it. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Connects or changes a mailbox, which the server tries before it keeps it. */
export function MailboxDialog(props: FormProps<Mailbox>) {
  const form = useSettingForm({
    ...props,
    kind: "mailbox",
    draftOf,
    create: ({ port, ...draft }, { idempotencyKey }) =>
      api.mailboxes.create.call({ ...draft, port: Number(port), idempotencyKey }),
    update: ({ port, ...draft }, { id }) => api.mailboxes.update.call({ ...draft, port: Number(port), id }),
  });
  const { draft, change, faultOf, isSaving } = form;
  const isNew = props.item === undefined;
  const common = { readOnly: isSaving, autoComplete: "off" } as const;
  return (
    <SettingDialog
      form={form}
      one="mailbox"
      title={isNew ? "Connect Mailbox" : "Edit Mailbox"}
      saveLabel="Try and Save"
    >
      <InputField
        {...common}
        label="Email address"
        required
        data-autofocus
        inputMode="email"
        hint="What customers write to."
        placeholder="help@shop.example"
        value={draft.address}
        error={faultOf("address")}
        onChange={({ target }) => change({ address: target.value })}
      />
      <InputField
        {...common}
        label="IMAP server"
        required
        inputMode="url"
        placeholder="imap.shop.example"
        value={draft.host}
        error={faultOf("host")}
        onChange={({ target }) => change({ host: target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Encryption" error={faultOf("security")}>
          {(control) => (
            <Select
              {...control}
              options={securities}
              value={draft.security}
              disabled={isSaving}
              onChange={(security) =>
                change({ security, ...(draft.port === usualPorts[draft.security] && { port: usualPorts[security] }) })
              }
            />
          )}
        </Field>
        <InputField
          {...common}
          label="Port"
          required
          inputMode="numeric"
          value={draft.port}
          error={faultOf("port")}
          onChange={({ target }) => change({ port: target.value })}
        />
      </div>
      <InputField
        {...common}
        label="User name"
        required
        hint="Often the e-mail address."
        value={draft.user}
        error={faultOf("user")}
        onChange={({ target }) => change({ user: target.value })}
      />
      <Field
        label="Password"
        required={isNew}
        hint={
          isNew
            ? "Where signing in takes a second factor, make an app password at your provider. It is kept sealed and never shown."
            : "Leave it empty to keep the present one."
        }
        error={faultOf("password")}
      >
        {(control) => (
          <PasswordInput
            {...control}
            readOnly={isSaving}
            autoComplete="new-password"
            value={draft.password}
            onChange={({ target }) => change({ password: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          {...common}
          label="Folder"
          required
          value={draft.folder}
          error={faultOf("folder")}
          onChange={({ target }) => change({ folder: target.value })}
        />
        <InputField
          {...common}
          label="Take mail from"
          required
          type="date"
          hint="Mail that came before this day stays where it is."
          value={draft.takenFrom}
          error={faultOf("takenFrom")}
          onChange={({ target }) => change({ takenFrom: target.value })}
        />
      </div>
    </SettingDialog>
  );
}
