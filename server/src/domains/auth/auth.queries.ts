import type { Role } from "@deskhand/contract/permissions";
import type { Db } from "../../platform/db/tenant.ts";

export type SessionRow = {
  expires_at: string;
  client_id: string;
  user_id: string;
  email: string;
  name: string;
  role: Role;
};

/** The person behind a session's token; undefined when it has ended or the person is no longer active. */
export async function selectSession(db: Db, token: string): Promise<SessionRow | undefined> {
  const { rows } = await db.pool.query<SessionRow>({
    name: "session_of",
    text: "select expires_at, client_id, user_id, email, name, role from session_of($1)",
    values: [token],
  });
  return rows[0];
}

/** Deletes every session and confirmation that has expired, which the library does only for what somebody asks for. */
export async function purgeExpiredSignIns(db: Db): Promise<void> {
  await db.pool.query("select purge_expired_sign_ins()");
}
