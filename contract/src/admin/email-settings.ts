import * as z from "zod";
import { acknowledgementPlaceholders, findPlaceholders } from "../desk/placeholders.ts";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { hasVisible, noBlank, timestamp, tooLong, typedText } from "../page.ts";
import {
  type EmailDraft,
  type EmailSetting,
  type EmailSettingName,
  type EmailSettings,
  type EmailSwitchName,
  emailSettingNames,
  emailSettingOf,
  isEmailSwitch,
  mailLooks,
} from "./email-setting-table.ts";

/** The placeholders that a new ticket can fill. */
const fillable = new Set<string>(acknowledgementPlaceholders);

/** Marks that change the direction of the text after them: a name with these would look like another one. */
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

/** A web address without a name and password, as mail programs load it; a blank one means none. */
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

/** What may be saved of each setting; a switch is on or off. */
const rules = {
  senderName,
  senderEmail,
  look: z.enum(mailLooks),
  logoUrl,
  primaryColor: hexColor("Primary color must be a valid hex color (e.g., #667eea)"),
  secondaryColor: hexColor("Secondary color must be a valid hex color (e.g., #764ba2)"),
  signatureHtml: typedText().max(limits.emailSignatureLength, tooLong("Signature HTML", limits.emailSignatureLength)),
  acknowledgementText,
} satisfies Record<Exclude<EmailSettingName, EmailSwitchName>, z.ZodType>;

type Switches = Record<EmailSwitchName, z.ZodBoolean>;

/** The fields to save; an absent field stays as it is. */
const editSchema = z
  .object(shapeOf<typeof rules & Switches>((name) => (isEmailSwitch(name) ? z.boolean() : rules[name])))
  .partial();

/** The current values: the saved one, else the default. */
const settingsSchema = z.object(shapeOf<Shape<EmailSettings>>((name) => schemaOf(emailSettingOf(name))));

/** Whether a setting was saved, is empty, or is the default. */
const settingState = z.enum(["set", "not_set", "default"]);
export type EmailSettingState = z.infer<typeof settingState>;

const emailSettingsSchema = z.object({
  settings: settingsSchema,
  defaults: settingsSchema,
  states: z.record(settingsSchema.keyof(), settingState),
  /** The address that mail is sent from: we may not be allowed to send as `senderEmail`. */
  sentFrom: z.string(),
  /** Null if nothing was ever saved. */
  updatedAt: timestamp.nullable(),
});
export type SavedEmailSettings = z.infer<typeof emailSettingsSchema>;

/** The fields to save, with the values that the screen showed. */
export const emailSettingsEditSchema = editSchema.extend({ expected: settingsSchema.partial().default({}) });

/** The mail to preview: the acknowledgement of a new ticket, or an agent's reply. */
const emailViews = ["automatic", "reply"] as const;
export type EmailView = (typeof emailViews)[number];

/** Settings that are still being typed: an invalid value is previewed as its default. */
export const emailDraftSchema = z.object(
  shapeOf<Draft>((name) => {
    const setting = emailSettingOf(name);
    const { previewed } = setting;
    if (previewed === undefined) return undefined;
    return schemaOf(setting, previewed === true ? undefined : previewed).optional();
  }),
);

/** The response of `logoUploadUrl`: the logo's address and its size in pixels. The logo is used once it is saved. */
export const uploadedLogoSchema = z.object({ url: z.string(), width: z.number(), height: z.number() });
export type UploadedLogo = z.infer<typeof uploadedLogoSchema>;

export const emailSettings = {
  read: endpoint("admin:read", "GET", "/email-settings").output(emailSettingsSchema),
  /**
   * Saves the given settings. `expected` has the values that the screen showed: if one of them has changed, nothing is saved. A
   * setting without an expected value is always overwritten.
   */
  save: endpoint("email-settings:manage", "PUT", "/email-settings")
    .errors(among("email_settings_changed_meanwhile"))
    .input(emailSettingsEditSchema)
    .output(emailSettingsSchema),
  /** Resets every setting to its default, even if it has changed meanwhile. */
  reset: endpoint("email-settings:manage", "POST", "/email-settings/reset").output(emailSettingsSchema),
  /** Returns the HTML of a mail with these settings, saved or not, for a made-up ticket. */
  preview: endpoint("admin:read", "POST", "/email-settings/preview", { isHeavy: true, twice: "reads only" })
    .input(z.object({ view: z.enum(emailViews), draft: emailDraftSchema }))
    .output(z.object({ html: z.string() })),
};

/** Whether anybody can load this web address: it contains no name and password. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname !== "";
}

type Shape<Values> = { [Name in keyof Values]-?: z.ZodType<Values[Name], Values[Name]> };
type Draft = { [Name in keyof EmailDraft]-?: z.ZodOptional<z.ZodType<EmailSettings[Name], EmailSettings[Name]>> };

/** A schema for each setting that has one, in the order of the table. */
function shapeOf<Fields>(fieldOf: (name: EmailSettingName) => z.ZodType | undefined): Fields {
  const fields = emailSettingNames.map((name) => [name, fieldOf(name)] as const);
  return Object.fromEntries(fields.filter(([, schema]) => schema !== undefined)) as Fields;
}

/** What a setting can be: a text of any length, or of at most so many characters. */
function schemaOf({ takes }: EmailSetting, most?: number): z.ZodType {
  if (takes === "switch") return z.boolean();
  if (takes === "look") return z.enum(mailLooks);
  const text = most === undefined ? z.string() : z.string().max(most);
  return takes === "address" ? text.nullable() : text;
}
