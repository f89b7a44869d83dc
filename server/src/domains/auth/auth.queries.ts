import type { Role } from "@deskhand/contract/permissions";
import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { newId } from "../../platform/db/ids.ts";
import { namedQuery } from "../../platform/db/pool.ts";
import { statement } from "../../platform/db/statement.ts";
import type { Db, GlobalTx, TenantTx } from "../../platform/db/tenant.ts";
import type { SignInStep } from "../../platform/http/context.ts";

export type SessionRow = {
  due_at: string;
  client_id: string;
  user_id: string;
  email: string;
  name: string;
  role: Role;
  step: SignInStep | null;
};

const sessionQuery = statement<{ token: string }, SessionRow>(new URL("./session.sql", import.meta.url));

/** The person of a session's token; undefined when it has ended or the person is inactive. */
export async function selectSession(db: Db, token: string): Promise<SessionRow | undefined> {
  const { sql: text, parameters } = sessionQuery({ token });
  const { rows } = await db.pool.query<SessionRow>(namedQuery(text, parameters));
  return rows[0];
}

/** Deletes expired sessions and confirmations; the library does so only for those it is asked about. */
export async function purgeExpiredSignIns(db: Db): Promise<void> {
  await db.withoutTenant((tx) => tx.selectNoFrom(sql`purge_expired_sign_ins()`.as("purged")).execute());
}

const profileQuery = (tx: TenantTx, userId: string) =>
  tx.selectFrom("users").select(["name", "avatar_file_id as avatarFileId"]).where("id", "=", userId);

/** A person's name and picture file; undefined when there is no such person. */
export function selectShown(tx: TenantTx, userId: string) {
  return profileQuery(tx, userId).executeTakeFirst();
}

/** The same, locked against other changes until the transaction ends. */
export function lockPerson(tx: TenantTx, userId: string) {
  return profileQuery(tx, userId).forNoKeyUpdate().executeTakeFirst();
}

/** The file of a person's picture with size and type; undefined without one. */
export function selectAvatar(tx: TenantTx, userId: string) {
  return tx
    .selectFrom("users as u")
    .innerJoin("files as f", (join) =>
      join.onRef("f.client_id", "=", "u.client_id").onRef("f.id", "=", "u.avatar_file_id"),
    )
    .select(["f.id as fileId", "f.size", "u.avatar_type as type"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
}

export type AvatarType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

/** Changes a person's name, or their picture, or removes it. */
export async function updatePerson(
  tx: TenantTx,
  userId: string,
  { name, avatar }: { name?: string; avatar?: { fileId: string; type: AvatarType } | null },
): Promise<void> {
  const picture = avatar !== undefined && { avatar_file_id: avatar?.fileId ?? null, avatar_type: avatar?.type ?? null };
  await tx
    .updateTable("users")
    .set({ ...(name !== undefined && { name }), ...picture, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

/** Sets a person's last sign-in to now. */
export async function markSignedIn(tx: TenantTx, userId: string): Promise<void> {
  await tx.updateTable("users").set({ last_login: sql`now()` }).where("id", "=", userId).execute();
}

/** Counts a person's audited actions of one kind in the last `minutes`. */
export async function countLately(tx: TenantTx, userId: string, action: string, minutes: number): Promise<number> {
  const { count } = await tx
    .selectFrom("audit_log")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("subject_id", "=", userId)
    .where("action", "=", action)
    .where("created_at", ">", sql<string>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirstOrThrow();
  return count;
}

type NewStaffMember = { id: string; email: string; name: string; role: Role; password: string; createdAt: string };

/**
 * Makes a person of the tenant who can sign in at once, with a confirmed address and no mail. Their profile has the
 * same id. Only the database's owner may.
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

/** Which of these addresses have an account; only the database's owner may ask. */
export async function selectKnownEmails(tx: GlobalTx, emails: string[]): Promise<string[]> {
  const rows = await tx.selectFrom("identities").select("email").where("email", "in", emails).execute();
  return rows.map(({ email }) => email);
}
