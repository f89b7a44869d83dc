import { type QueryExecutorProvider, sql } from "kysely";

/** Notes a guess of a password for some minutes, among the sign-in library's short-lived values, which are purged each night. */
export async function insertGuess(
  db: QueryExecutorProvider,
  { id, at }: { id: string; at: string },
  minutes: number,
): Promise<void> {
  await sql`insert into verifications (id, identifier, value, expires_at)
    values (${id}, ${at}, '', now() + make_interval(mins => ${minutes}))`.execute(db);
}

/** How many guesses still count. */
export async function countGuesses(db: QueryExecutorProvider, at: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from verifications
    where identifier = ${at} and expires_at > now()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Takes one guess back. */
export async function deleteGuess(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`delete from verifications where id = ${id}`.execute(db);
}

/** Forgets all guesses. */
export async function deleteGuesses(db: QueryExecutorProvider, at: string): Promise<void> {
  await sql`delete from verifications where identifier = ${at}`.execute(db);
}

/** Whether the person with this address has a session that was begun at this IP. */
export async function isUsualPlace(db: QueryExecutorProvider, email: string, ip: string): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`select exists (
      select from sessions s join identities i on i.id = s.user_id
      where i.email = ${email} and s.ip_address = ${ip} and s.expires_at > now()) as answer`.execute(db);
  return rows[0]?.answer ?? false;
}
