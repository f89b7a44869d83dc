import type {
  EmailSettingName,
  EmailSettingState,
  EmailSettings,
  emailSettingsEditSchema,
  SavedEmailSettings,
} from "@deskhand/contract/admin/email-settings";
import type * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Settings } from "../../../platform/settings.ts";
import { record } from "../../audit/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { obstacleTo, prepareSenderDomain, senderDomainOf, senderKey } from "../sender-domain/sender-domain.ts";
import {
  type EmailSettingsRow,
  lockEmailSettings,
  selectEmailSettings,
  updateEmailSettings,
  useLogo,
} from "./branding.queries.ts";
import { defaultEmailSettings, fromAddress, logoAddress, type Store, withDefaults } from "./email-branding.ts";
import { logoNameIn } from "./logo-name.ts";

type MailSettings = Pick<Settings, "mailDomain" | "publicUrl" | "secret">;
type Edit = z.output<typeof emailSettingsEditSchema>;

/** Where each setting is kept. */
const columnOf = {
  senderName: "sender_name",
  senderEmail: "sender_email",
  look: "look",
  logoUrl: "logo_url",
  primaryColor: "primary_color",
  secondaryColor: "secondary_color",
  signatureHtml: "signature_html",
  acknowledges: "acknowledges",
  acknowledgementText: "acknowledgement_text",
} as const satisfies Record<EmailSettingName, keyof EmailSettingsRow>;

const names = Object.keys(columnOf) as EmailSettingName[];

/** The tenant's e-mail settings as they count, with what is set and what is a default. */
export async function readEmailSettings(tx: TenantTx, settings: MailSettings): Promise<SavedEmailSettings> {
  return shown(tx, await selectEmailSettings(tx), await findTenant(tx), settings);
}

/**
 * Saves what is given of the e-mail settings (docs/product.md#email-settings); a value that is the default follows it from then on.
 * Nothing is saved where a value is no longer what the screen showed.
 */
export async function saveEmailSettings(
  tx: TenantTx,
  settings: MailSettings,
  actor: Actor,
  { expected, ...edit }: Edit,
): Promise<SavedEmailSettings> {
  const store = await findTenant(tx);
  const before = await lockEmailSettings(tx);
  const current = await shown(tx, before, store, settings);
  const changed = names.filter((name) => edit[name] !== undefined && !isSame(edit[name], current.settings[name]));
  const meanwhile = changed.filter(
    (name) => expected[name] !== undefined && !isSame(expected[name], current.settings[name]),
  );
  if (meanwhile.length > 0) throw fail("email_settings_changed_meanwhile", { fields: meanwhile });
  if (changed.length === 0) return current;
  if (changed.includes("senderEmail")) refuseOurs(edit.senderEmail ?? "", store, settings);
  if (changed.includes("logoUrl")) await switchLogo(tx, edit.logoUrl ?? null, settings);
  const after = await updateEmailSettings(tx, changeOf(edit, changed, current.defaults, settings));
  if (changed.includes("senderEmail") && edit.senderEmail) await prepareSenderDomain(tx, settings, edit.senderEmail);
  await tell(tx, actor, "settings.email-saved", changesOf(changed, current.settings, edit));
  return shown(tx, after, store, settings);
}

/** Fails for an address at our own domain, or below it, that is not the store's support address: mail from there is ours. */
function refuseOurs(senderEmail: string, { supportEmail }: Store, { mailDomain }: MailSettings): void {
  if (senderEmail.toLowerCase() === supportEmail.toLowerCase()) return;
  if (obstacleTo(senderDomainOf(senderEmail), mailDomain) !== "ours") return;
  const words = `At ${mailDomain} only your support address can send your mails: ${supportEmail}`;
  throw fail("input_invalid", { fields: { senderEmail: [words] } });
}

/** Makes every setting its default; asked twice, it is done once. */
export async function resetEmailSettings(
  tx: TenantTx,
  settings: MailSettings,
  actor: Actor,
): Promise<SavedEmailSettings> {
  const store = await findTenant(tx);
  const current = await shown(tx, await lockEmailSettings(tx), store, settings);
  const changed = names.filter((name) => !isSame(current.settings[name], current.defaults[name]));
  if (changed.length === 0) return current;
  await switchLogo(tx, null, settings);
  const nothing = Object.fromEntries(names.map((name) => [columnOf[name], null]));
  const after = await updateEmailSettings(tx, { ...nothing, acknowledges: false });
  await tell(tx, actor, "settings.email-reset", changesOf(changed, current.settings, current.defaults));
  return shown(tx, after, store, settings);
}

/** What is written of an edit: null for what is the default, and of a logo of ours where it is here, whatever our address. */
function changeOf(
  edit: Omit<Edit, "expected">,
  changed: readonly EmailSettingName[],
  defaults: EmailSettings,
  { publicUrl }: MailSettings,
): Partial<EmailSettingsRow> {
  const kept = (name: EmailSettingName) => {
    const value = edit[name];
    if (name === "logoUrl" && typeof value === "string" && logoNameIn(value, publicUrl)) return new URL(value).pathname;
    return name !== "acknowledges" && isSame(value, defaults[name]) ? null : value;
  };
  return Object.fromEntries(changed.map((name) => [columnOf[name], kept(name)]));
}

/** Whether two values of a setting mean the same: addresses and colours do in capitals, too. */
function isSame(one: unknown, other: unknown): boolean {
  const isColor = (value: unknown) => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
  if (isColor(one) && isColor(other)) return String(one).toLowerCase() === String(other).toLowerCase();
  return one === other;
}

/** Notes which logo is in use from now on; one at our own address has to be an upload of this tenant. */
async function switchLogo(tx: TenantTx, url: string | null, { publicUrl }: MailSettings): Promise<void> {
  const name = url === null ? null : logoNameIn(url, publicUrl);
  const isHere = await useLogo(tx, name);
  if (name !== null && !isHere) throw fail("input_invalid", { fields: { logoUrl: ["Logo URL must be a valid URL"] } });
}

/** What each changed setting was and is, as the audit log keeps it: texts cut, of a logo only whether there is one. */
function changesOf(changed: readonly EmailSettingName[], from: EmailSettings, to: Omit<Edit, "expected">) {
  const kept = (name: EmailSettingName, value: unknown) => {
    if (name === "logoUrl") return value ? "set" : null;
    if (typeof value !== "string") return value;
    const text = value.replace(/\s+/g, " ").trim();
    return text.length <= mostKept ? text : `${text.slice(0, mostKept).toWellFormed()}…`;
  };
  return Object.fromEntries(changed.map((name) => [name, { from: kept(name, from[name]), to: kept(name, to[name]) }]));
}
const mostKept = 80;

async function tell(
  tx: TenantTx,
  { userId }: Actor,
  action: "settings.email-saved" | "settings.email-reset",
  changes: Record<string, { from: unknown; to: unknown }>,
): Promise<void> {
  await record(tx, userId, action, null, { changes });
  await emit(tx, "email-settings.changed", {});
}

async function shown(
  tx: TenantTx,
  saved: EmailSettingsRow | undefined,
  store: Store,
  { mailDomain, publicUrl, secret }: MailSettings,
): Promise<SavedEmailSettings> {
  const defaults = defaultEmailSettings(store);
  const kept = withDefaults(saved, defaults);
  const settings = { ...kept, logoUrl: logoAddress(kept.logoUrl, publicUrl) };
  const key = await senderKey(tx, { mailDomain, secret }, settings.senderEmail);
  return {
    settings,
    defaults,
    states: Object.fromEntries(names.map((name) => [name, stateOf(name, settings, defaults)])) as Record<
      EmailSettingName,
      EmailSettingState
    >,
    sentFrom: fromAddress(settings.senderEmail, store.supportEmail, key),
    updatedAt: saved?.updated_at ?? null,
  };
}

function stateOf(name: EmailSettingName, settings: EmailSettings, defaults: EmailSettings): EmailSettingState {
  const value = settings[name];
  if (value === null || value === "") return "not_set";
  return isSame(value, defaults[name]) ? "default" : "set";
}

/** Saves e-mail settings as they are, for a store that is made with all it has: nobody is told. */
export async function importEmailSettings(
  tx: TenantTx,
  settings: Partial<Omit<EmailSettingsRow, "updated_at">>,
): Promise<void> {
  await lockEmailSettings(tx);
  await updateEmailSettings(tx, settings);
}
