import { useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { PartHeader } from "../../../ui/part-header.tsx";
import { AutomaticMailFields } from "./automatic-mail-fields.tsx";
import { ConflictBanner } from "./conflict-banner.tsx";
import { ColorFields, LookField, SenderFields, SignatureField } from "./email-fields.tsx";
import { EmailPreview } from "./email-preview.tsx";
import { LogoField } from "./logo-field.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { SenderDomainPanel } from "./sender-domain-panel.tsx";
import { SendingLimitsPanel } from "./sending-limits-panel.tsx";
import { SettingsNotThere } from "./settings-not-there.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { SettingsSummary } from "./settings-summary.tsx";
import { StoragePanel } from "./storage-panel.tsx";
import { useEmailSettings } from "./use-email-settings.ts";
import { useLogo } from "./use-logo.ts";

const question = "Are you sure you want to reset all email settings to defaults? This action cannot be undone.";

/** The look and words of mails to customers (docs/product.md#email-settings). Who may not change them reads them. */
export function EmailSettingsScreen() {
  const { can } = useSession();
  const form = useEmailSettings("Email settings reset to defaults successfully!");
  const { read, settings, isDirty, save, reset } = form;
  // Of what happened only the latest is said.
  const logo = useLogo({
    onBegin: () => form.setDone(null),
    onUploaded(logoUrl) {
      form.edit({ logoUrl });
      form.setDone("Logo uploaded successfully!");
    },
  });
  const fields = useForm({
    save,
    send() {
      logo.clear();
      form.send();
    },
  });
  const [isPreviewed, setPreviewed] = useState(true);
  const [asksReset, setAsksReset] = useState(false);
  useUnsaved("email settings", isDirty);
  const isEditor = can("email-settings:manage");
  const saved = read.data;

  function askReset() {
    logo.clear();
    setAsksReset(true);
  }
  const shared = { faults: fields.faults, readOnly: !isEditor, onEdit: form.edit };

  return (
    <>
      <PartHeader
        title="Email Settings"
        subtitle="Customize the appearance and content of automated emails sent to customers"
      />
      <div className="flex flex-col gap-3">
        {saved === undefined || settings === undefined ? (
          <SettingsNotThere read={read} />
        ) : (
          <div className="@container">
            <div className={cx("grid items-start gap-3", isPreviewed && "@4xl:grid-cols-[minmax(0,1fr)_602px]")}>
              <form {...fields.props} aria-label="Email Settings" className="flex min-w-0 flex-col gap-3">
                {!isEditor && <Banner kind="info">Only administrators can change the email settings.</Banner>}
                <SettingsPanel title="Basic Information">
                  <SenderFields {...{ settings, saved, ...shared }} />
                </SettingsPanel>
                <SettingsPanel title="Visual Customization">
                  <LookField {...{ settings, saved, ...shared }} />
                  <LogoField
                    value={settings.logoUrl}
                    error={fields.faults.logoUrl}
                    readOnly={!isEditor}
                    onChange={(logoUrl) => form.edit({ logoUrl })}
                    logo={logo}
                  />
                  <ColorFields {...{ settings, saved, ...shared }} />
                </SettingsPanel>
                <SettingsPanel title="Email Signature">
                  <SignatureField {...{ settings, saved, ...shared }} />
                </SettingsPanel>
                <SettingsPanel title="Automatic mail">
                  <AutomaticMailFields {...{ settings, saved, ...shared }} />
                </SettingsPanel>
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
                  {isEditor && (
                    <Button variant="ghost" disabled={save.isPending} onClick={askReset}>
                      Reset to Defaults
                    </Button>
                  )}
                  {isDirty && <span className="text-amber text-sm">Not saved yet</span>}
                </div>
              </form>
              {isPreviewed && (
                <div className="min-w-0 @4xl:sticky @4xl:top-18 @4xl:row-span-2">
                  <EmailPreview settings={settings} />
                </div>
              )}
              <div className="flex min-w-0 flex-col gap-3">
                {/* The mail in the preview has headings of its own, from the first level on. */}
                <h2 className="sr-only">Status and sending</h2>
                <SettingsSummary states={saved.states} />
                <SenderDomainPanel />
                <SendingLimitsPanel />
                {isEditor && <StoragePanel />}
              </div>
            </div>
          </div>
        )}
      </div>
      {asksReset && <ResetDialog question={question} reset={reset} onClose={() => setAsksReset(false)} />}
    </>
  );
}
