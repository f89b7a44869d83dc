import { newClientCode, supportAddress } from "../domains/tenants/index.ts";
import { newId } from "../platform/db/ids.ts";
import { asTenantId, type TenantId } from "../platform/db/tenant.ts";

/** The domain of the desks' mail. */
export const testMailDomain = "mail.desk.test";

export type TestTenant = { id: TenantId; clientCode: string; address: string };
/** Runs a statement as the database's owner, who sees and makes one tenant's rows. */
type AsOwner = (sql: string, values: unknown[], tenant: string) => Promise<unknown>;
export type TestTenantOptions = {
  storeName?: string;
  status?: "active" | "suspended";
  staff?: string[];
  customAddress?: string;
};

/** Makes a store in a test database, as sign-up does but without its mails; `staff` are admins. */
export async function makeTestTenant(
  asOwner: AsOwner,
  { storeName = "Test Store", status = "active", staff = [], customAddress }: TestTenantOptions = {},
): Promise<TestTenant> {
  const id = newId();
  const clientCode = newClientCode();
  const address = supportAddress(clientCode, testMailDomain);
  const clientRow = [id, clientCode, storeName, address, customAddress ?? null, status];
  await asOwner(
    "insert into clients (id, client_code, store_name, support_email, custom_support_email, status) values ($1, $2, $3, $4, $5, $6)",
    clientRow,
    id,
  );
  if (customAddress) {
    // The database itself adds the address under our own domain with the tenant.
    await asOwner(
      "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
      [customAddress, id],
      id,
    );
  }
  for (const email of staff) {
    await asOwner(
      "insert into users (client_id, id, email, name, role) values ($1, $2, $3, $3, 'admin')",
      [id, newId(), email],
      id,
    );
  }
  return { id: asTenantId(id), clientCode, address };
}
