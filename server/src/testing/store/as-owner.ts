import pg from "pg";

/** Runs a statement as the database's owner, who sees and changes one tenant's rows, or without a tenant only global tables. */
export async function asOwner<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  sql: string,
  values: unknown[] = [],
  tenant?: string,
): Promise<Row[]> {
  if (!tenant) return (await pool.query<Row>(sql, values)).rows;
  const client = await pool.connect();
  try {
    // One round trip instead of two, as a waiting test runs this a hundred times a second.
    await client.query(`begin; set local app.client_id = ${pg.escapeLiteral(tenant)}`);
    const { rows } = await client.query<Row>(sql, values);
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
