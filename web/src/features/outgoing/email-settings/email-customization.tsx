import { type ReactNode, useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { ColorFields, SenderFields, SignatureField } from "./email-fields.tsx";
import { EmailPreview } from "./email-preview.tsx";
import { ConflictBanner, ResetDialog, SettingsNotThere } from "./settings-notices.tsx";
import { useEmailSettings } from "./use-email-settings.ts";

const question = "Are you sure you want to reset all email settings to defaults?";

/**
 * The tab "Email Customization" of the dialog Email Integration & Customization, with the main e-mail settings.
 * `domainLink` leads to the sender domain.
 */
export function EmailCustomization({ domainLink }: { domainLink?: ReactNode }) {
  const { can } = useSession();
  const form = useEmailSettings("Email settings reset to defaults!");
  const { read, settings, isDirty, save, reset } = form;
  const fields = useForm({ save, send: () => form.send() });
  const [isPreviewed, setPreviewed] = useState(false);
  const [asksReset, setAsksReset] = useState(false);
  useUnsaved("email settings", isDirty);
  const isEditor = can("email-settings:manage");
  const saved = read.data;

  if (saved === undefined || settings === undefined) return <SettingsNotThere read={read} />;
  const shared = { settings, saved, faults: fields.faults, readOnly: !isEditor, onEdit: form.edit };
  // Two fields may have the same error.
  const wrong = [...new Set(form.faults)].join(", ") || form.failure;
  return (
    <>
      <form {...fields.props} aria-label="Email Customization" className="flex flex-col gap-3">
        {!isEditor && <Banner kind="info">Only administrators can change the email settings.</Banner>}
        {wrong !== null && (
          <Banner kind="error" onDismiss={() => save.reset()}>
            {wrong}
          </Banner>
        )}
        <ConflictBanner form={form} />
        {form.done !== null && <Banner kind="success">{form.done}</Banner>}
        <SenderFields {...shared} domainLink={domainLink} />
        <InputField
          label="Logo URL (Optional)"
          error={fields.faults.logoUrl}
          value={settings.logoUrl ?? ""}
          readOnly={!isEditor}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => form.edit({ logoUrl: event.target.value === "" ? null : event.target.value })}
        />
        <ColorFields {...shared} />
        <SignatureField {...shared} />
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
            {isPreviewed ? "Hide Preview" : "Show Preview"}
          </Button>
          {isEditor && (
            <>
              <Button variant="ghost" disabled={save.isPending} onClick={() => setAsksReset(true)}>
                Reset to Defaults
              </Button>
              <Button type="submit" variant="primary" busy={save.isPending} busyText="Saving...">
                Save Email Settings
              </Button>
            </>
          )}
        </div>
        {isPreviewed && <EmailPreview settings={settings} />}
      </form>
      {asksReset && <ResetDialog question={question} reset={reset} onClose={() => setAsksReset(false)} />}
    </>
  );
}
