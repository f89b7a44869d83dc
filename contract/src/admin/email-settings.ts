import * as z from "zod";
import { acknowledgementPlaceholders, findPlaceholders } from "../desk/placeholders.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { hasVisible, noBlank, timestamp, tooLong, typedText } from "../page.ts";

/** What a new ticket can fill in. */
const fillable = new Set<string>(acknowledgementPlaceholders);

/** Turns the direction of what follows: a name with these would show as another one. */
const misleading = /[\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

const senderName = typedText("Sender name cannot be empty")
  .overwrite((name) =>
    name
      .replace(misleading, "")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  )
  .refine(hasVisible, "Sender name cannot be empty")
  .max(limits.emailSenderNameLength, tooLong("Sender name", limits.emailSenderNameLength));

const senderEmail = typedText("Invalid sender email format")
  .max(limits.emailAddressLength, "Invalid sender email format")
  .refine((text) => z.email().safeParse(text).success, { error: "Invalid sender email format", abort: true });

function hexColor(message: string) {
  return typedText(message).regex(/^#[0-9a-f]{6}$/i, message);
}

const badUrl = "Logo URL must be a valid URL";

/** An address of the web without a name and a password, as mail programs load it; blank is none. */
const logoUrl = typedText()
  .max(limits.logoUrlLength, badUrl)
  .refine((text) => text === "" || isWebAddress(text), badUrl)
  .transform((text) => text || null)
  .nullable();

const acknowledgementText = typedText("Acknowledgement text cannot be empty")
  .overwrite(noBlank)
  .min(1, "Acknowledgement text cannot be empty")
  .max(limits.acknowledgementLength, tooLong("Acknowledgement text", limits.acknowledgementLength))
  .superRefine((text, context) => {
    const unknown = findPlaceholders(text).filter(({ name }) => !fillable.has(name));
    for (const name of new Set(unknown.map((each) => each.name))) {
      context.addIssue(`{{${name}}} cannot be filled in here`);
    }
  });

/** A mail in the store's look, or as one person writes to another. */
const mailLook = z.enum(["branded", "letter"]);

/** What may be saved: what is absent stays as it is. */
const editSchema = z
  .object({
    senderName,
    senderEmail,
    look: mailLook,
    logoUrl,
    primaryColor: hexColor("Primary color must be a valid hex color (e.g., #667eea)"),
    secondaryColor: hexColor("Secondary color must be a valid hex color (e.g., #764ba2)"),
    signatureHtml: typedText().max(limits.emailSignatureLength, tooLong("Signature HTML", limits.emailSignatureLength)),
    acknowledges: z.boolean(),
    acknowledgementText,
  })
  .partial();

/** As they count: saved, else the default. */
const settingsSchema = z.object({
  senderName: z.string(),
  senderEmail: z.string(),
  look: mailLook,
  /** An address that mail programs can load; null without a logo. */
  logoUrl: z.string().nullable(),
  /** '#' and six hexadecimal digits. */
  primaryColor: z.string(),
  secondaryColor: z.string(),
  /** As it was written; it is sent sanitised. */
  signatureHtml: z.string(),
  /** Whether new tickets that come by mail are acknowledged. */
  acknowledges: z.boolean(),
  acknowledgementText: z.string(),
});
export type EmailSettings = z.infer<typeof settingsSchema>;
export type EmailSettingName = keyof EmailSettings;

/** Whether a setting was made, has no value, or is the default. */
const settingState = z.enum(["set", "not_set", "default"]);
export type EmailSettingState = z.infer<typeof settingState>;

const emailSettingsSchema = z.object({
  settings: settingsSchema,
  defaults: settingsSchema,
  states: z.record(settingsSchema.keyof(), settingState),
  /** The address that mail comes from: `senderEmail` may be one that we may not send as. */
  sentFrom: z.string(),
  /** Null while nothing was ever saved. */
  updatedAt: timestamp.nullable(),
});
export type SavedEmailSettings = z.infer<typeof emailSettingsSchema>;

/** An edit, with what the screen showed of it. */
export const emailSettingsEditSchema = editSchema.extend({ expected: settingsSchema.partial().default({}) });

/** Which mail is previewed: the one that acknowledges a new ticket, or an agent's reply. */
const emailViews = ["automatic", "reply"] as const;
export type EmailView = (typeof emailViews)[number];

/** Somebody is still typing it: what is not valid is shown as its default. */
const draftSchema = z
  .object({
    senderName: z.string().max(1_000),
    look: mailLook,
    logoUrl: z.string().max(limits.logoUrlLength).nullable(),
    primaryColor: z.string().max(100),
    secondaryColor: z.string().max(100),
    signatureHtml: z.string().max(limits.emailSignatureLength),
    acknowledgementText: z.string().max(limits.acknowledgementLength * 2),
  })
  .partial();
export type EmailDraft = z.infer<typeof draftSchema>;

/** What `logoUploadUrl` answers: where the logo is, and its size in pixels. It counts once it is saved. */
export const uploadedLogoSchema = z.object({ url: z.string(), width: z.number(), height: z.number() });
export type UploadedLogo = z.infer<typeof uploadedLogoSchema>;

export const emailSettings = {
  read: endpoint("admin:read", "GET", "/email-settings").output(emailSettingsSchema),
  /**
   * Saves what is given. `expected` holds what the screen showed of it: where a value is another one by now, nothing is
   * saved. What is given without that is written over whatever is there.
   */
  save: endpoint("email-settings:manage", "PUT", "/email-settings")
    .errors(among("email_settings_changed_meanwhile"))
    .input(emailSettingsEditSchema)
    .output(emailSettingsSchema),
  /** Makes every setting its default, whatever it is. */
  reset: endpoint("email-settings:manage", "POST", "/email-settings/reset").output(emailSettingsSchema),
  /** The HTML that a mail with these settings is sent as, saved or not: of a ticket that does not exist. */
  preview: endpoint("admin:read", "POST", "/email-settings/preview", { isHeavy: true })
    .input(z.object({ view: z.enum(emailViews), draft: draftSchema }))
    .output(z.object({ html: z.string() })),
};

/** Whether this is an address of the web that anybody can load: without a name and a password in it. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname !== "";
}
