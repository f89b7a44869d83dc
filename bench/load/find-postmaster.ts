import pg from "pg";
import { parentOf } from "./process-usage.ts";

/** Finds the process on this machine whose children do PostgreSQL's work. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return parentOf(rows[0]?.pid ?? 0);
  } finally {
    await client.end();
  }
}
