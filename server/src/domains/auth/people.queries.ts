import type { Role } from "@deskhand/contract/permissions";
import { hash } from "@node-rs/argon2";
import { newId } from "../../platform/db/ids.ts";
import type { GlobalTx, TenantTx } from "../../platform/db/tenant.ts";

type NewStaffMember = { id: string; email: string; name: string; role: Role; password: string; createdAt: string };

/**
 * Makes a person of the tenant who can sign in at once: the address counts as confirmed and no mail is sent. A person's id
 * is their profile's. Only the database's owner may.
 */
export async function addStaffMember(tx: TenantTx, person: NewStaffMember): Promise<void> {
  const { id, email, name, role, createdAt } = person;
  const times = { created_at: createdAt, updated_at: createdAt };
  await tx
    .insertInto("users")
    .values({ id, client_id: tx.tenantId, email, name, role, ...times })
    .execute();
  await tx
    .insertInto("identities")
    .values({ id, client_id: tx.tenantId, email, name, email_verified: true, ...times })
    .execute();
  const account = { id: newId(), account_id: id, provider_id: "credential", user_id: id };
  await tx
    .insertInto("accounts")
    .values({ ...account, password: await hash(person.password), ...times })
    .execute();
}

/** Which of these addresses somebody signs in with; only the database's owner may ask. */
export async function selectKnownEmails(tx: GlobalTx, emails: string[]): Promise<string[]> {
  const rows = await tx.selectFrom("identities").select("email").where("email", "in", emails).execute();
  return rows.map(({ email }) => email);
}
