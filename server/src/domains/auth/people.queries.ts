import type { GlobalTx, TenantTx } from "../../platform/db/tenant.ts";
import type { NewStaffMember } from "./add-staff-member.ts";

type NewPerson = Omit<NewStaffMember, "password"> & { accountId: string; passwordHash: string };

/** Writes a person's profile, identity and password; a person's id is their profile's. */
export async function insertPerson(tx: TenantTx, person: NewPerson): Promise<void> {
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
  await tx
    .insertInto("accounts")
    .values({
      id: person.accountId,
      account_id: id,
      provider_id: "credential",
      user_id: id,
      password: person.passwordHash,
      ...times,
    })
    .execute();
}

/** Which of these addresses somebody signs in with; only the database's owner may ask. */
export async function selectKnownEmails(tx: GlobalTx, emails: string[]): Promise<string[]> {
  const rows = await tx.selectFrom("identities").select("email").where("email", "in", emails).execute();
  return rows.map(({ email }) => email);
}
