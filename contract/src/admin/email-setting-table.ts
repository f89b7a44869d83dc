import { limits } from "../limits.ts";

/**
 * Every e-mail setting: what it takes, its name on the page, and how much of it the preview takes. A further one stands here and in
 * the database, in a column of its name (`asksRating` in `asks_rating`); what it needs besides these the compiler asks for.
 */
export const emailSettingTable = {
  senderName: { takes: "text", label: "Sender Name", previewed: 1_000 },
  senderEmail: { takes: "text", label: "Sender Email" },
  look: { takes: "look", label: "How mails look", previewed: true },
  logoUrl: { takes: "address", label: "Company Logo", previewed: limits.logoUrlLength },
  primaryColor: { takes: "text", label: "Primary Color", previewed: 100 },
  secondaryColor: { takes: "text", label: "Secondary Color", previewed: 100 },
  signatureHtml: {
    takes: "text",
    label: "Email Signature",
    audited: "Signature HTML",
    previewed: limits.emailSignatureLength,
  },
  acknowledges: { takes: "switch", label: "Automatic mail", audited: "Acknowledge new tickets", default: false },
  acknowledgementText: {
    takes: "text",
    label: "Text of the automatic mail",
    previewed: limits.acknowledgementLength * 2,
  },
} as const satisfies Record<string, EmailSetting>;

type Named = {
  label: string;
  /** Its name in the audit log, where that is another one. */
  audited?: string;
};

export type EmailSetting = Named &
  (
    | { takes: "switch"; default: boolean; previewed?: true }
    | { takes: "look"; previewed?: true }
    /** An address may be null; of both the preview takes so many characters. */
    | { takes: "text" | "address"; previewed?: number }
  );

/** Whether a mail has the store's look, or looks like a personal letter. */
export const mailLooks = ["branded", "letter"] as const;

type Values = { switch: boolean; look: (typeof mailLooks)[number]; text: string; address: string | null };
type Table = typeof emailSettingTable;

export type EmailSettingName = keyof Table;

/** The values of the settings: what is saved, else the default. */
export type EmailSettings = { [Name in EmailSettingName]: Values[Table[Name]["takes"]] };

export type EmailSwitchName = {
  [Name in EmailSettingName]: Table[Name]["takes"] extends "switch" ? Name : never;
}[EmailSettingName];

/** Settings that are still being typed, as far as the preview shows them. */
export type EmailDraft = {
  [Name in EmailSettingName as Table[Name] extends { previewed: unknown } ? Name : never]?:
    | EmailSettings[Name]
    | undefined;
};

export const emailSettingNames = Object.keys(emailSettingTable) as EmailSettingName[];

export function emailSettingOf(name: EmailSettingName): EmailSetting {
  return emailSettingTable[name];
}

export function isEmailSwitch(name: EmailSettingName): name is EmailSwitchName {
  return emailSettingOf(name).takes === "switch";
}

/** The switches of a store that has set nothing; the other settings depend on the store. */
export const defaultEmailSwitches = Object.fromEntries(
  Object.entries(emailSettingTable).flatMap(([name, setting]) =>
    setting.takes === "switch" ? [[name, setting.default]] : [],
  ),
) as Pick<EmailSettings, EmailSwitchName>;

/** What the preview takes of settings that are still being typed: of texts no more than it reads. */
export function emailDraftOf(settings: EmailSettings): EmailDraft {
  const entries = emailSettingNames.flatMap((name) => {
    const [value, { previewed }] = [settings[name], emailSettingOf(name)];
    if (previewed === undefined) return [];
    return [[name, typeof value === "string" && typeof previewed === "number" ? value.slice(0, previewed) : value]];
  });
  return Object.fromEntries(entries);
}
