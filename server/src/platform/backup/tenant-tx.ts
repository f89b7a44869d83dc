import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "../db/database.ts";
import { clientForKysely } from "../db/pool.ts";
import { enterTenant, type TenantId, type TenantTx } from "../db/tenant.ts";

/** The owner's transaction as the domains take it, for one tenant from now on. */
export async function asTenantTx(owner: pg.ClientBase, tenant: TenantId): Promise<TenantTx> {
  const only = clientForKysely(owner, () => undefined);
  const pool = { connect: async () => only, end: async () => undefined, options: {} };
  const tx = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return await enterTenant(Object.assign(tx, { tenantId: null }), tenant);
}
