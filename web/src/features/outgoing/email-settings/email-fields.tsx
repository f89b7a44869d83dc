import type { EmailSettingName, EmailSettings } from "@deskhand/contract/admin/email-setting-table";
import type { SavedEmailSettings } from "@deskhand/contract/admin/email-settings";
import { limits } from "@deskhand/contract/limits";
import type { ReactNode } from "react";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Textarea } from "../../../ui/form/textarea.tsx";

/** Properties of every field of the e-mail settings. */
export interface FieldsProps {
  settings: EmailSettings;
  saved: SavedEmailSettings;
  faults: Partial<Record<EmailSettingName, string>>;
  readOnly: boolean;
  onEdit: (part: Partial<EmailSettings>) => void;
}

interface SenderFieldsProps extends FieldsProps {
  /** Links to the setup of the domain, unless that is on the same screen. */
  domainLink?: ReactNode;
}

/** The sender of the store's mails. */
export function SenderFields({ settings, saved, faults, readOnly, domainLink, onEdit }: SenderFieldsProps) {
  const { sentFrom } = saved;
  const isOther = saved.settings.senderEmail.toLowerCase() !== sentFrom.toLowerCase();
  return (
    <>
      <InputField
        label="Sender Name"
        error={faults.senderName}
        value={settings.senderName}
        readOnly={readOnly}
        maxLength={limits.emailSenderNameLength + 50}
        autoComplete="off"
        onChange={(event) => onEdit({ senderName: event.target.value })}
      />
      <InputField
        label="Sender Email"
        type="email"
        error={faults.senderEmail}
        hint={
          isOther ? (
            <>
              Mails come from {sentFrom}, as the domain of this address is not set up to send from. {domainLink}
            </>
          ) : undefined
        }
        value={settings.senderEmail}
        readOnly={readOnly}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onEdit({ senderEmail: event.target.value })}
      />
    </>
  );
}

const looks = [
  {
    value: "branded",
    label: "Branded mail",
    description: "Your logo, colors and the number of the ticket stand above the text.",
  },
  {
    value: "letter",
    label: "Plain letter",
    description: "Only the text, your signature and what is answered, as one person writes to another.",
  },
] as const;

/** The look of mails to customers (docs/product.md#a-plain-letter). */
export function LookField({ settings, readOnly, onEdit }: FieldsProps) {
  return (
    <>
      <RadioList
        legend="How mails look"
        options={looks}
        value={settings.look}
        disabled={readOnly}
        onChange={(look) => onEdit({ look })}
      />
      {settings.look === "letter" && (
        <p className="text-soft text-sm">
          A letter shows no logo and no colors. Your public resources still have them.
        </p>
      )}
    </>
  );
}

/** The two ends of the header's gradient. */
export function ColorFields({ settings, saved: { defaults }, faults, readOnly, onEdit }: FieldsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-3">
      <ColorField
        label="Primary Color"
        value={settings.primaryColor}
        fallback={defaults.primaryColor}
        error={faults.primaryColor}
        readOnly={readOnly}
        onChange={(primaryColor) => onEdit({ primaryColor })}
      />
      <ColorField
        label="Secondary Color"
        value={settings.secondaryColor}
        fallback={defaults.secondaryColor}
        error={faults.secondaryColor}
        readOnly={readOnly}
        onChange={(secondaryColor) => onEdit({ secondaryColor })}
      />
    </div>
  );
}

/** The text below every mail. */
export function SignatureField({ settings, faults, readOnly, onEdit }: FieldsProps) {
  return (
    <Field
      label="Signature HTML"
      error={faults.signatureHtml}
      hint="Text, links, pictures and tables. Anything that could run or submit something is left out."
    >
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          value={settings.signatureHtml}
          readOnly={readOnly}
          spellCheck={false}
          className="font-mono text-sm"
          onChange={(event) => onEdit({ signatureHtml: event.target.value })}
        />
      )}
    </Field>
  );
}

interface ColorFieldProps {
  label: string;
  value: string;
  /** Shown by the picker while the text is no colour. */
  fallback: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** A colour, by a picker and in hexadecimal digits. */
function ColorField({ label, value, fallback, error, readOnly, onChange }: ColorFieldProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`${label} picker`}
            value={isColor ? value.toLowerCase() : fallback}
            disabled={readOnly}
            onChange={(event) => onChange(event.target.value)}
            className="h-8.5 w-11 shrink-0 rounded-control border border-edge bg-canvas p-1 disabled:cursor-not-allowed"
          />
          <Input
            {...control}
            value={value}
            readOnly={readOnly}
            maxLength={20}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
            className="font-mono"
          />
        </span>
      )}
    </Field>
  );
}
