import { bareAddress } from "@deskhand/contract/addresses/address";
import type { Plan, PlanInterest } from "@deskhand/contract/admin/billing";
import type { Client } from "@deskhand/contract/admin/client";
import type { SignInProvider } from "@deskhand/contract/admin/security";
import { sql } from "kysely";
import { asTenantId, type GlobalTx, type TenantId, type TenantTx } from "../../platform/db/tenant.ts";
import { isAtMailDomain } from "./new-tenant.ts";

function tenant(tx: TenantTx) {
  return tx
    .selectFrom("clients")
    .select(["id", "client_code as clientCode", "store_name as storeName", "support_email as supportEmail"])
    .select(["custom_support_email as customSupportEmail", "time_zone as timeZone", "plan", "status"]);
}

/** The transaction's tenant. */
export function findTenant(tx: TenantTx): Promise<Client> {
  return tenant(tx).executeTakeFirstOrThrow();
}

/** The transaction's tenant, locked against other changes; rows that only refer to it, such as events, do not wait. */
export function lockTenant(tx: TenantTx): Promise<Client> {
  return tenant(tx).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Renames the tenant, as a person chose. */
export async function setStoreName(tx: TenantTx, storeName: string): Promise<void> {
  const changed = { store_name: storeName, is_named: true, updated_at: sql<string>`now()` };
  await tx.updateTable("clients").set(changed).execute();
}

/** Records that a person confirmed the tenant's name; false when it was confirmed before. */
export async function confirmStoreName(tx: TenantTx): Promise<boolean> {
  const confirmed = tx.updateTable("clients").set({ is_named: true }).where("is_named", "=", false);
  return (await confirmed.returning("id").executeTakeFirst()) !== undefined;
}

/**
 * Directs mail to an address to this tenant, and shows it in place of the previous support address; false where another
 * tenant has it. Of two at once the later waits, and is refused.
 */
export async function takeSupportAddress(tx: TenantTx, address: string): Promise<boolean> {
  const taken = await tx
    .insertInto("inbound_addresses")
    .values({ address, client_id: tx.tenantId, is_verified: true })
    .onConflict((same) => same.doNothing())
    .returning("address")
    .executeTakeFirst();
  if (!taken && !(await hasAddress(tx, address))) return false;
  await dropSupportAddress(tx, address);
  await tx.updateTable("clients").set({ custom_support_email: address, updated_at: sql<string>`now()` }).execute();
  return true;
}

async function hasAddress(tx: TenantTx, address: string): Promise<boolean> {
  const own = tx.selectFrom("inbound_addresses").select("address").where("address", "=", address);
  return (await own.where("client_id", "=", tx.tenantId).executeTakeFirst()) !== undefined;
}

/** Stops receiving mail at the tenant's own addresses, except the one it was given and `kept`. */
export async function dropSupportAddress(tx: TenantTx, keptAddress: string | null): Promise<void> {
  await tx
    .deleteFrom("inbound_addresses")
    .where("client_id", "=", tx.tenantId)
    .where("address", "is distinct from", keptAddress)
    .where("address", "not in", (eb) => eb.selectFrom("clients").select("support_email"))
    .execute();
  await tx
    .updateTable("clients")
    .set({ custom_support_email: null, updated_at: sql<string>`now()` })
    .where("custom_support_email", "is distinct from", keptAddress)
    .execute();
}

type NewTenant = {
  clientCode: string;
  storeName: string;
  supportEmail: string;
  timeZone: string;
  createdAt: string;
};

/** Inserts the tenant that the transaction is set to; only the database's owner may. */
export async function addTenant(tx: TenantTx, tenant: NewTenant): Promise<void> {
  await tx
    .insertInto("clients")
    .values({
      id: tx.tenantId,
      client_code: tenant.clientCode,
      store_name: tenant.storeName,
      is_named: true,
      support_email: tenant.supportEmail,
      time_zone: tenant.timeZone,
      created_at: tenant.createdAt,
      updated_at: tenant.createdAt,
    })
    .execute();
}

/** Whether the tenant requires two factors of everybody. */
export async function isTwoFactorRequired(tx: TenantTx): Promise<boolean> {
  const { required } = await tx
    .selectFrom("clients")
    .select("requires_two_factor as required")
    .executeTakeFirstOrThrow();
  return required;
}

/** Requires two factors of everybody, or of nobody; false when nothing changed. */
export async function setTwoFactorRequired(tx: TenantTx, isRequired: boolean): Promise<boolean> {
  const changed = await tx
    .updateTable("clients")
    .set({ requires_two_factor: isRequired })
    .where("requires_two_factor", "<>", isRequired)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** The providers at which the tenant's people may sign in. */
export function selectAllowedProviders(tx: TenantTx): Promise<Record<SignInProvider, boolean>> {
  return tx
    .selectFrom("clients")
    .select(["allows_google as google", "allows_twitter as twitter"])
    .executeTakeFirstOrThrow();
}

/** Allows or forbids sign-in at a provider; false when nothing changed. */
export async function allowProvider(tx: TenantTx, provider: SignInProvider, isAllowed: boolean): Promise<boolean> {
  const column = `allows_${provider}` as const;
  const changed = await tx
    .updateTable("clients")
    .set({ [column]: isAllowed })
    .where(column, "<>", isAllowed)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** The notifications that people get only if they choose them. */
export async function selectUnwantedNotifications(tx: TenantTx): Promise<string[]> {
  const { types } = await tx.selectFrom("clients").select("unwanted_notifications as types").executeTakeFirstOrThrow();
  return types;
}

/** Sets the notifications that people get only if they choose them. */
export async function setUnwantedNotifications(tx: TenantTx, types: readonly string[]): Promise<void> {
  await tx
    .updateTable("clients")
    .set({ unwanted_notifications: [...types] })
    .execute();
}

/** Whether there is any tenant. */
export async function hasTenants(tx: GlobalTx): Promise<boolean> {
  return (await selectTenantIds(tx)).length > 0;
}

/** The ids of all tenants, for upkeep. */
export async function selectTenantIds(tx: GlobalTx): Promise<TenantId[]> {
  const rows = await tx.selectFrom(sql<{ id: string }>`client_ids()`.as(sql`clients (id)`)).select("id").execute();
  return rows.map(({ id }) => asTenantId(id));
}

/**
 * Whether mail to an address becomes a ticket at this installation: at its own domain, and at an address a store has
 * proved to be its own, with or without a tag ("+sales", RFC 5233).
 */
export async function isReceivedHere(tx: TenantTx, mailDomain: string, email: string): Promise<boolean> {
  if (isAtMailDomain(mailDomain, email)) return true;
  const address = email.toLowerCase();
  const found = await tx
    .selectFrom("inbound_addresses")
    .select("address")
    .where("address", "in", [address, bareAddress(address)])
    .where("is_verified", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

/** The plan chosen last, and by whom; undefined while none was. */
export function selectInterest(tx: TenantTx): Promise<PlanInterest | undefined> {
  return tx
    .selectFrom("plan_interests as interest")
    .leftJoin("users as person", "person.id", "interest.chosen_by")
    .select(["interest.plan", "person.name as chosenByName", "interest.chosen_at as chosenAt"])
    .orderBy("interest.chosen_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Records a plan as the one chosen last. */
export async function keepInterest(tx: TenantTx, plan: Plan, chosenBy: string): Promise<void> {
  const choice = { chosen_by: chosenBy, chosen_at: sql<string>`clock_timestamp()` };
  await tx
    .insertInto("plan_interests")
    .values({ plan, ...choice })
    .onConflict((same) => same.columns(["client_id", "plan"]).doUpdateSet(choice))
    .execute();
}
