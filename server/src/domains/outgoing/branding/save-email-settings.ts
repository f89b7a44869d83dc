import {
  type EmailSettingName,
  type EmailSettings,
  emailSettingNames,
  isEmailSwitch,
} from "@deskhand/contract/admin/email-setting-table";
import type {
  EmailSettingState,
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
  columnOf,
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

/** Returns the tenant's effective e-mail settings, and which of them are set or defaults. */
export async function readEmailSettings(tx: TenantTx, settings: MailSettings): Promise<SavedEmailSettings> {
  return toSavedSettings(tx, await selectEmailSettings(tx), await findTenant(tx), settings);
}

/**
 * Saves the given e-mail settings (docs/product.md#email-settings). A value equal to the default is stored as unset, so that it follows
 * the default. Nothing is saved if a value is no longer the one that the screen showed.
 */
export async function saveEmailSettings(
  tx: TenantTx,
  settings: MailSettings,
  actor: Actor,
  { expected, ...edit }: Edit,
): Promise<SavedEmailSettings> {
  const store = await findTenant(tx);
  const before = await lockEmailSettings(tx);
  const current = await toSavedSettings(tx, before, store, settings);
  const changed = emailSettingNames.filter(
    (name) => edit[name] !== undefined && !isSame(edit[name], current.settings[name]),
  );
  const conflicts = changed.filter(
    (name) => expected[name] !== undefined && !isSame(expected[name], current.settings[name]),
  );
  if (conflicts.length > 0) throw fail("email_settings_changed_meanwhile", { fields: conflicts });
  if (changed.length === 0) return current;
  if (changed.includes("senderEmail")) refuseOurDomain(edit.senderEmail ?? "", store, settings);
  if (changed.includes("logoUrl")) await switchLogo(tx, edit.logoUrl ?? null, settings);
  const after = await updateEmailSettings(tx, columnsOf(edit, changed, current.defaults, settings));
  if (changed.includes("senderEmail") && edit.senderEmail) await prepareSenderDomain(tx, settings, edit.senderEmail);
  await recordAndEmit(tx, actor, "settings.email-saved", auditChanges(changed, current.settings, edit));
  return toSavedSettings(tx, after, store, settings);
}

/** Refuses an address at our own domain or below it, other than the store's support address. */
function refuseOurDomain(senderEmail: string, { supportEmail }: Store, { mailDomain }: MailSettings): void {
  if (senderEmail.toLowerCase() === supportEmail.toLowerCase()) return;
  if (obstacleTo(senderDomainOf(senderEmail), mailDomain) !== "ours") return;
  const words = `At ${mailDomain} only your support address can send your mails: ${supportEmail}`;
  throw fail("input_invalid", { fields: { senderEmail: [words] } });
}

/** Resets every setting to its default; a repeated request changes nothing. */
export async function resetEmailSettings(
  tx: TenantTx,
  settings: MailSettings,
  actor: Actor,
): Promise<SavedEmailSettings> {
  const store = await findTenant(tx);
  const current = await toSavedSettings(tx, await lockEmailSettings(tx), store, settings);
  const changed = emailSettingNames.filter((name) => !isSame(current.settings[name], current.defaults[name]));
  if (changed.length === 0) return current;
  await switchLogo(tx, null, settings);
  const unset = emailSettingNames.map((name) => [columnOf(name), isEmailSwitch(name) ? current.defaults[name] : null]);
  const after = await updateEmailSettings(tx, Object.fromEntries(unset));
  await recordAndEmit(tx, actor, "settings.email-reset", auditChanges(changed, current.settings, current.defaults));
  return toSavedSettings(tx, after, store, settings);
}

/** Returns the columns of an edit: null for a default, and for a logo of ours its path alone, which outlives a change of our public URL. */
function columnsOf(
  edit: Omit<Edit, "expected">,
  changed: readonly EmailSettingName[],
  defaults: EmailSettings,
  { publicUrl }: MailSettings,
): Partial<EmailSettingsRow> {
  const storedValue = (name: EmailSettingName) => {
    const value = edit[name];
    if (name === "logoUrl" && typeof value === "string" && logoNameIn(value, publicUrl)) return new URL(value).pathname;
    return !isEmailSwitch(name) && isSame(value, defaults[name]) ? null : value;
  };
  return Object.fromEntries(changed.map((name) => [columnOf(name), storedValue(name)]));
}

/** Whether two values of a setting mean the same; colours ignore case. */
function isSame(first: unknown, second: unknown): boolean {
  const isColor = (value: unknown) => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
  if (isColor(first) && isColor(second)) return String(first).toLowerCase() === String(second).toLowerCase();
  return first === second;
}

/** Marks the logo that is used from now on; one at our own URL has to be an upload of this tenant. */
async function switchLogo(tx: TenantTx, url: string | null, { publicUrl }: MailSettings): Promise<void> {
  const name = url === null ? null : logoNameIn(url, publicUrl);
  const isHere = await useLogo(tx, name);
  if (name !== null && !isHere) throw fail("input_invalid", { fields: { logoUrl: ["Logo URL must be a valid URL"] } });
}

/** Returns the old and new value of each changed setting for the audit log: long texts are cut, and a logo is only "set" or not. */
function auditChanges(changed: readonly EmailSettingName[], from: EmailSettings, to: Omit<Edit, "expected">) {
  const auditValue = (name: EmailSettingName, value: unknown) => {
    if (name === "logoUrl") return value ? "set" : null;
    if (typeof value !== "string") return value;
    const text = value.replace(/\s+/g, " ").trim();
    return text.length <= maxAuditLength ? text : `${text.slice(0, maxAuditLength).toWellFormed()}…`;
  };
  return Object.fromEntries(
    changed.map((name) => [name, { from: auditValue(name, from[name]), to: auditValue(name, to[name]) }]),
  );
}
const maxAuditLength = 80;

async function recordAndEmit(
  tx: TenantTx,
  { userId }: Actor,
  action: "settings.email-saved" | "settings.email-reset",
  changes: Record<string, { from: unknown; to: unknown }>,
): Promise<void> {
  await record(tx, userId, action, null, { changes });
  await emit(tx, "email-settings.changed", {});
}

async function toSavedSettings(
  tx: TenantTx,
  saved: EmailSettingsRow | undefined,
  store: Store,
  { mailDomain, publicUrl, secret }: MailSettings,
): Promise<SavedEmailSettings> {
  const defaults = defaultEmailSettings(store);
  const effective = withDefaults(saved, defaults);
  const settings = { ...effective, logoUrl: logoAddress(effective.logoUrl, publicUrl) };
  const key = await senderKey(tx, { mailDomain, secret }, settings.senderEmail);
  return {
    settings,
    defaults,
    states: Object.fromEntries(emailSettingNames.map((name) => [name, stateOf(name, settings, defaults)])) as Record<
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

/** Saves e-mail settings unchanged for an imported store; nobody is notified. */
export async function importEmailSettings(
  tx: TenantTx,
  settings: Partial<Omit<EmailSettingsRow, "updated_at">>,
): Promise<void> {
  await lockEmailSettings(tx);
  await updateEmailSettings(tx, settings);
}
