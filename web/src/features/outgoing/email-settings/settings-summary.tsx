import type { EmailSettingName, EmailSettingState, SavedEmailSettings } from "@deskhand/contract/admin/email-settings";
import { Pill } from "../../../ui/pill.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

const names: [EmailSettingName, string][] = [
  ["senderName", "Sender Name"],
  ["senderEmail", "Sender Email"],
  ["look", "How mails look"],
  ["logoUrl", "Company Logo"],
  ["primaryColor", "Primary Color"],
  ["secondaryColor", "Secondary Color"],
  ["signatureHtml", "Email Signature"],
  ["acknowledges", "Automatic mail"],
  ["acknowledgementText", "Text of the automatic mail"],
];

const words: Record<EmailSettingState, string> = { set: "Set", not_set: "Not set", default: "Default" };

/** Which of the saved settings were made, and which are defaults. */
export function SettingsSummary({ states }: Pick<SavedEmailSettings, "states">) {
  return (
    <SettingsPanel title="Current Settings">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-1.5">
        {names.map(([name, label]) => (
          <div key={name} className="flex items-center justify-between gap-3">
            <dt className="text-soft">{label}</dt>
            <dd>
              <Pill tone={states[name] === "set" ? "green" : "grey"}>{words[states[name]]}</Pill>
            </dd>
          </div>
        ))}
      </dl>
    </SettingsPanel>
  );
}
