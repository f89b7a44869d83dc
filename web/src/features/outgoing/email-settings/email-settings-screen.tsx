import { emailSettingNames, emailSettingTable } from "@deskhand/contract/admin/email-setting-table";
import type { EmailSettingState, SavedEmailSettings } from "@deskhand/contract/admin/email-settings";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { ColorFields, LookField, SenderFields, SignatureField } from "./email-fields.tsx";
import { EmailSettingsForm } from "./email-settings-form.tsx";
import { LogoField, useLogo } from "./logo-field.tsx";
import { ResetDialog } from "./settings-notices.tsx";
import { useEmailSettings } from "./use-email-settings.ts";

const question = "Are you sure you want to reset all email settings to defaults? This action cannot be undone.";

/**
 * The sender and look of mails to customers (docs/product.md#email-settings), read-only without permission.
 * `domainLink` leads to the sender domain.
 */
export function EmailSettingsScreen({ domainLink }: { domainLink?: ReactNode }) {
  const form = useEmailSettings();
  // Only the latest outcome is shown.
  const logo = useLogo({
    onBegin: () => form.setDone(null),
    onUploaded(logoUrl) {
      form.edit({ logoUrl });
      form.setDone("Logo uploaded successfully!");
    },
  });
  const [asksReset, setAsksReset] = useState(false);

  function askReset() {
    logo.clear();
    setAsksReset(true);
  }
  return (
    <>
      <PartHeader
        title="Email Settings"
        subtitle="Customize the appearance and content of automated emails sent to customers"
      />
      <EmailSettingsForm
        label="Email Settings"
        form={form}
        onSend={logo.clear}
        action={
          <Button variant="ghost" disabled={form.save.isPending} onClick={askReset}>
            Reset to Defaults
          </Button>
        }
        below={
          form.read.data !== undefined && (
            <div className="min-w-0">
              {/* The previewed mail has headings of its own, starting at the first level. */}
              <h2 className="sr-only">Status</h2>
              <SettingsSummary states={form.read.data.states} />
            </div>
          )
        }
      >
        {(fields) => (
          <>
            <SettingsPanel title="Basic Information">
              <SenderFields {...fields} domainLink={domainLink} />
            </SettingsPanel>
            <SettingsPanel title="Visual Customization">
              <LookField {...fields} />
              <LogoField
                value={fields.settings.logoUrl}
                error={fields.faults.logoUrl}
                readOnly={fields.readOnly}
                onChange={(logoUrl) => form.edit({ logoUrl })}
                logo={logo}
              />
              <ColorFields {...fields} />
            </SettingsPanel>
            <SettingsPanel title="Email Signature">
              <SignatureField {...fields} />
            </SettingsPanel>
          </>
        )}
      </EmailSettingsForm>
      {asksReset && <ResetDialog question={question} reset={form.reset} onClose={() => setAsksReset(false)} />}
    </>
  );
}

const words: Record<EmailSettingState, string> = { set: "Set", not_set: "Not set", default: "Default" };

/** Which saved settings were set, and which are defaults. */
function SettingsSummary({ states }: Pick<SavedEmailSettings, "states">) {
  return (
    <SettingsPanel title="Current Settings">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-1.5">
        {emailSettingNames.map((name) => (
          <div key={name} className="flex items-center justify-between gap-3">
            <dt className="text-soft">{emailSettingTable[name].label}</dt>
            <dd>
              <Pill tone={states[name] === "set" ? "green" : "grey"}>{words[states[name]]}</Pill>
            </dd>
          </div>
        ))}
      </dl>
    </SettingsPanel>
  );
}

/** A headed group of settings. */
function SettingsPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h3 className="mb-2.5 font-semibold">{title}</h3>
      <div className="flex flex-col gap-3">{children}</div>
    </Card>
  );
}
