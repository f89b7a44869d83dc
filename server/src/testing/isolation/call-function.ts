import pg from "pg";
import type { Known } from "./guess-arguments.ts";

/** Picks an argument of this type, mostly from the other store's ids and words. */
export function argumentOf(type: string, { ids, desk: owner }: Known, turn: number): unknown {
  const candidates: Record<string, unknown[]> = {
    uuid: ids,
    "uuid[]": [ids, [], ids.slice(0, 3)],
    text: [owner.secret, "", "%", "open", "priority", "used", "{}", owner.owner.email, ...ids.slice(0, 5)],
    "text[]": [[owner.secret], [], ["all-agents", "supervisors-only", "admin-only"], [owner.owner.email]],
    jsonb: ["{}", `{"words": ["${owner.secret}"]}`, `{"status": "open"}`],
    json: ["{}", `{"words": ["${owner.secret}"]}`],
    boolean: [false, true],
  };
  const numbers = [1_000, 1, 0];
  const times = ["-infinity", "infinity", "2026-01-01"];
  const values = candidates[type] ?? (/^timestamp|^date/.test(type) ? times : numbers);
  return values[turn % values.length];
}

/** Returns the rows that a statement gives a store, none if the database refuses it. `end` commits or undoes its changes. */
export async function callAs(
  pool: Pick<pg.Pool, "connect">,
  tenant: string,
  statement: string,
  args: unknown[],
  end: "commit" | "rollback",
): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.client_id', $1, true)", [tenant]);
    const { rows } = await client.query(statement, args);
    await client.query(end);
    return rows;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query("rollback");
    return [];
  } finally {
    client.release();
  }
}
