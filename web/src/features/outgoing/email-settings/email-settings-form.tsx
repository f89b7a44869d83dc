import { type ReactNode, useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import type { FieldsProps } from "./email-fields.tsx";
import { EmailPreview } from "./email-preview.tsx";
import { ConflictBanner, SettingsNotThere } from "./settings-notices.tsx";
import type { useEmailSettings } from "./use-email-settings.ts";

interface EmailSettingsFormProps {
  label: string;
  form: ReturnType<typeof useEmailSettings>;
  children: (fields: FieldsProps) => ReactNode;
  /** Called before the settings are sent. */
  onSend?: () => void;
  /** Beside the form's own buttons, for users who may change the settings. */
  action?: ReactNode;
  /** Below the form, once the settings are loaded. */
  below?: ReactNode;
}

/** A form for some of the e-mail settings with its outcome, beside a preview of the mail. */
export function EmailSettingsForm({ label, form, children, onSend, action, below }: EmailSettingsFormProps) {
  const { can } = useSession();
  const { read, settings, isDirty, save } = form;
  const fields = useForm({
    save,
    send() {
      onSend?.();
      form.send();
    },
  });
  const [isPreviewed, setPreviewed] = useState(true);
  useUnsaved("email settings", isDirty);
  const isEditor = can("email-settings:manage");
  const saved = read.data;

  if (saved === undefined || settings === undefined) {
    return (
      <div className="flex flex-col gap-3">
        <SettingsNotThere read={read} />
      </div>
    );
  }
  return (
    <div className="@container">
      <div className={cx("grid items-start gap-3", isPreviewed && "@4xl:grid-cols-[minmax(0,1fr)_602px]")}>
        <form {...fields.props} aria-label={label} className="flex min-w-0 flex-col gap-3">
          {!isEditor && <Banner kind="info">Only administrators can change the email settings.</Banner>}
          {children({ settings, saved, faults: fields.faults, readOnly: !isEditor, onEdit: form.edit })}
          {form.faults.length > 0 && (
            <Banner kind="error" title="Please fix the following errors:">
              <ul className="list-disc pl-4.5">
                {form.faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            </Banner>
          )}
          {form.failure !== null && (
            <Banner kind="error" onDismiss={() => save.reset()}>
              {form.failure}
            </Banner>
          )}
          <ConflictBanner form={form} />
          {form.done !== null && <Banner kind="success">{form.done}</Banner>}
          <div className="flex flex-wrap items-center gap-2">
            {isEditor && (
              <Button type="submit" variant="primary" busy={save.isPending} busyText="Saving...">
                Save Settings
              </Button>
            )}
            <Button aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
              {isPreviewed ? "Hide Preview" : "Show Preview"}
            </Button>
            {isEditor && action}
            {isDirty && <span className="text-amber text-sm">Not saved yet</span>}
          </div>
        </form>
        {isPreviewed && (
          <div className="min-w-0 @4xl:sticky @4xl:top-18 @4xl:row-span-2">
            <EmailPreview settings={settings} />
          </div>
        )}
        {below}
      </div>
    </div>
  );
}
