import type { Role } from "@deskhand/contract/permissions";
import { hash } from "@node-rs/argon2";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertPerson } from "./people.queries.ts";

export type NewStaffMember = {
  id: string;
  email: string;
  name: string;
  role: Role;
  password: string;
  createdAt: string;
};

/**
 * Makes a person of the tenant who can sign in at once: the address counts as confirmed and no mail is sent. Only the
 * database's owner may.
 */
export async function addStaffMember(tx: TenantTx, { password, ...person }: NewStaffMember): Promise<void> {
  await insertPerson(tx, { ...person, accountId: newId(), passwordHash: await hash(password) });
}
