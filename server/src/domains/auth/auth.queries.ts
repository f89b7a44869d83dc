import type { Role } from "@deskhand/contract/permissions";
import { sql } from "kysely";
import { namedQuery } from "../../platform/db/pool.ts";
import { statement } from "../../platform/db/statement.ts";
import type { Db } from "../../platform/db/tenant.ts";

export type SessionRow = {
  expires_at: string;
  client_id: string;
  user_id: string;
  email: string;
  name: string;
  role: Role;
};

const sessionQuery = statement<{ token: string }, SessionRow>(new URL("./session.sql", import.meta.url));

/** The person behind a session's token; undefined when it has ended or the person is no longer active. */
export async function selectSession(db: Db, token: string): Promise<SessionRow | undefined> {
  const { sql: text, parameters } = sessionQuery({ token });
  const { rows } = await db.pool.query<SessionRow>(namedQuery(text, parameters));
  return rows[0];
}

/** Deletes every session and confirmation that has expired, which the library does only for what somebody asks for. */
export async function purgeExpiredSignIns(db: Db): Promise<void> {
  await db.withoutTenant((tx) => tx.selectNoFrom(sql`purge_expired_sign_ins()`.as("purged")).execute());
}
