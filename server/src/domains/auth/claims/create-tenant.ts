import { limits } from "@deskhand/contract/limits";
import type { DBAdapter } from "better-auth";
import { newId } from "../../../platform/db/ids.ts";
import { newClientCode, storeNameFor, supportAddress } from "../../tenants/index.ts";

type Newcomer = { email: string; name: string; timeZone: string };

/**
 * Makes a client and its first user, an admin, in the library's transaction; a person's id is that of their profile.
 */
export async function createTenant(
  adapter: Pick<DBAdapter, "create">,
  mailDomain: string,
  { email, name, timeZone }: Newcomer,
) {
  const id = newId();
  const clientId = newId();
  const clientCode = newClientCode();
  const address = supportAddress(clientCode, mailDomain);
  const userName = (name.trim() || email.slice(0, email.indexOf("@"))).slice(0, limits.personNameLength);
  const create = (model: string, data: Record<string, unknown>) => adapter.create({ model, data, forceAllowId: true });
  await create("clients", {
    id: clientId,
    client_code: clientCode,
    store_name: storeNameFor(email),
    support_email: address,
    time_zone: timeZone,
  });
  await create("users", { id, client_id: clientId, email, name: userName, role: "admin" });
  return { id, clientId, name: userName };
}
