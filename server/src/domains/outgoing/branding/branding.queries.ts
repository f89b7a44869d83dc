import {
  defaultEmailSwitches,
  type EmailSettingName,
  emailSettingNames,
  isEmailSwitch,
} from "@deskhand/contract/admin/email-setting-table";
import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { EmailSettingsTable } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { LogoType } from "./logo-name.ts";

/** The column of a setting: its name in the database's letters. */
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name;

type SettingColumn = ColumnOf<EmailSettingName>;

/** A tenant's saved e-mail settings; null means not set. */
export type EmailSettingsRow = Pick<Selectable<EmailSettingsTable>, SettingColumn | "updated_at">;

export function columnOf<Name extends EmailSettingName>(name: Name): ColumnOf<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Name>;
}

const settingColumns: SettingColumn[] = emailSettingNames.map(columnOf);
const columns = [...settingColumns, "updated_at"] as const;

/** Whether a tenant has a setting that is not the default; after a reset a row of defaults is left. */
export function hasEmailSettings(tx: TenantTx): Expression<SqlBool> {
  const isSet = emailSettingNames.map((name) =>
    isEmailSwitch(name)
      ? sql<boolean>`${sql.ref(columnOf(name))} <> ${defaultEmailSwitches[name]}`
      : sql<boolean>`${sql.ref(columnOf(name))} is not null`,
  );
  return sql<boolean>`exists (${tx
    .selectFrom("email_settings")
    .select("id")
    .where((row) => row.or(isSet))})`;
}

/** Selects the tenant's e-mail settings; undefined if none were ever saved. */
export function selectEmailSettings(tx: TenantTx): Promise<EmailSettingsRow | undefined> {
  return tx.selectFrom("email_settings").select(columns).executeTakeFirst();
}

/** Creates the tenant's row if there is none, and locks it until the transaction ends. */
export async function lockEmailSettings(tx: TenantTx): Promise<EmailSettingsRow> {
  await tx
    .insertInto("email_settings")
    .values({ id: newId() })
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .execute();
  return tx.selectFrom("email_settings").select(columns).forUpdate().executeTakeFirstOrThrow();
}

/** Updates the tenant's row, which the caller has locked. */
export function updateEmailSettings(
  tx: TenantTx,
  change: Partial<Omit<EmailSettingsRow, "updated_at">>,
): Promise<EmailSettingsRow | undefined> {
  return tx
    .updateTable("email_settings")
    .set({ ...change, updated_at: sql<string>`clock_timestamp()` })
    .returning(columns)
    .executeTakeFirst();
}

/** Limits on uploaded logos that are not saved yet: their number, and hours. */
const maxUnsaved = 10;
const unsavedHours = 24;

/** Inserts an uploaded logo that is not in use yet. */
export async function insertLogo(
  tx: TenantTx,
  logo: { name: string; fileId: string; fileSize: number; type: LogoType },
): Promise<void> {
  const { name, fileId, fileSize, type } = logo;
  await tx
    .insertInto("email_logos")
    .values({ id: newId(), name, file_id: fileId, file_size: fileSize, content_type: type })
    .execute();
}

/** Selects a logo by its name. */
export function selectLogo(tx: TenantTx, name: string) {
  return tx
    .selectFrom("email_logos")
    .select(["file_id as fileId", "file_size as size", "content_type as type"])
    .where("name", "=", name)
    .executeTakeFirst();
}

/** Marks the logo of this name as used from now on, and all others as no longer used; returns false if it does not exist. */
export async function useLogo(tx: TenantTx, name: string | null): Promise<boolean> {
  await tx
    .updateTable("email_logos")
    .set({ used_until: sql<string>`clock_timestamp()` })
    .where("used_from", "is not", null)
    .where("used_until", "is", null)
    .where(sql<boolean>`name is distinct from ${name}`)
    .execute();
  const used = await tx
    .updateTable("email_logos")
    .set({ used_from: sql<string>`coalesce(used_from, clock_timestamp())`, used_until: null })
    .where("name", "=", name ?? "")
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes unsaved uploads beyond the newest ones, and returns their files. */
export async function deleteSurplusLogos(tx: TenantTx): Promise<string[]> {
  const newest = tx
    .selectFrom("email_logos")
    .select("id")
    .where("used_from", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxUnsaved);
  const rows = await tx
    .deleteFrom("email_logos")
    .where("used_from", "is", null)
    .where("id", "not in", newest)
    .returning("file_id")
    .execute();
  return rows.map((row) => row.file_id);
}

/**
 * Deletes logos that nobody can load any more, and returns their files: uploads that were not saved, and replaced logos that no sent mail
 * shows.
 */
export async function deleteUnusedLogos(tx: TenantTx): Promise<string[]> {
  // A mail that was composed just before the logo was replaced may have been sending for a while.
  const isUnsent = sql<boolean>`not exists (select from outgoing_mails m where m.state = 'sent' and m.message_id is not null
    and m.sent_at between email_logos.used_from and email_logos.used_until + interval '1 day')`;
  const hours = sql`make_interval(hours => ${unsavedHours})`;
  const rows = await tx
    .deleteFrom("email_logos")
    .where((eb) =>
      eb.or([
        eb("used_from", "is", null).and("created_at", "<", sql<string>`now() - ${hours}`),
        eb("used_until", "<", sql<string>`now() - interval '2 days'`).and(isUnsent),
      ]),
    )
    .returning("file_id")
    .execute();
  return rows.map((row) => row.file_id);
}
