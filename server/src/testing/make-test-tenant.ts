import pg from "pg";
import { newClientCode, supportAddress } from "../domains/tenants/index.ts";
import { newId } from "../platform/db/ids.ts";
import { urlForRole } from "../platform/db/roles.ts";
import { asTenantId, type TenantId } from "../platform/db/tenant.ts";
import { testSecret } from "./test-databases.ts";

/** The domain of the desks' mail. */
export const testMailDomain = "mail.desk.test";

export type TestTenant = { id: TenantId; clientCode: string; address: string };
export type TestTenantOptions = {
  storeName?: string;
  status?: "active" | "suspended";
  staff?: string[];
  customAddress?: string;
};

/** Connects to a test database with the role that makes stores, one at a time. */
export function storeMaker(ownerUrl: string): pg.Pool {
  const url = urlForRole(ownerUrl, "auth", testSecret);
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
  // A test that cuts all connections cuts this one too; the next store gets a new one.
  pool.on("error", () => undefined);
  return pool;
}

/** Makes a store in a test database, as sign-up does but without its mails; `staff` are admins. */
export async function makeTestTenant(
  maker: pg.Pool,
  { storeName = "Test Store", status = "active", staff = [], customAddress }: TestTenantOptions = {},
): Promise<TestTenant> {
  const id = newId();
  const clientCode = newClientCode();
  const address = supportAddress(clientCode, testMailDomain);
  const clientRow = [id, clientCode, storeName, address, customAddress ?? null, status];
  await maker.query(
    "insert into clients (id, client_code, store_name, support_email, custom_support_email, status) values ($1, $2, $3, $4, $5, $6)",
    clientRow,
  );
  if (customAddress) {
    // The database itself adds the address under our own domain with the tenant.
    await maker.query("insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)", [
      customAddress,
      id,
    ]);
  }
  for (const email of staff) {
    await maker.query("insert into users (client_id, id, email, name, role) values ($1, $2, $3, $3, 'admin')", [
      id,
      newId(),
      email,
    ]);
  }
  return { id: asTenantId(id), clientCode, address };
}
