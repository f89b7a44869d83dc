import pg from "pg";
import type { TestDatabases } from "../test-databases.ts";

/** Returns a checksum of all rows of each table, computed columns included, as the test run's superuser sees them. */
export async function tableChecksums({ adminUrl }: TestDatabases, ownerUrl: string): Promise<Record<string, string>> {
  const url = new URL(adminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return checksumsAt(url.href);
}

/** Does the same for any database address. */
export async function checksumsAt(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname !~ '^schema_' order by 1`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of rows) {
      const table = await client.query<{ rows: string; sum: string }>(
        `select count(*) as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum from ${name} t`,
      );
      sums[name] = `${table.rows[0]?.rows} rows, ${table.rows[0]?.sum}`;
    }
    return sums;
  } finally {
    await client.end();
  }
}
