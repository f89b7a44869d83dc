import pg from "pg";

type Statement = { name?: string | undefined; text: string; values?: unknown[] | undefined };
/** The statements of one request, in order for each of its connections. */
export type Recording = { statements: Statement[]; since: number };

/**
 * Records the statements that one request of a server in this process sends to the database. They are its baseline, so nothing is
 * written by hand. Other connections, such as the job queue's upkeep, are left out.
 */
export async function recordStatements(request: () => Promise<void>): Promise<Recording> {
  const since = Date.now();
  const byClient = new Map<object, Statement[]>();
  const real = pg.Client.prototype.query;
  const record = function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [string | Statement, unknown];
    const statement =
      typeof query === "string"
        ? { text: query, values: Array.isArray(values) ? values : undefined }
        : { name: query.name, text: query.text, values: query.values };
    byClient.set(this, [...(byClient.get(this) ?? []), statement]);
    return Reflect.apply(real, this, args);
  };
  pg.Client.prototype.query = record as typeof real;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = real;
  }
  const ours = [...byClient.values()].filter((all) =>
    all.some(({ text }) => text.includes("app.client_id") || text.includes("session_of")),
  );
  return { statements: ours.flat(), since };
}

/** Runs recorded statements again, one after the other, over a plain pool. */
export async function replay(pool: pg.Pool, { statements, since }: Recording): Promise<void> {
  const fresh = freshValues(since);
  const client = await pool.connect();
  try {
    for (const { name, text, values } of statements) {
      if (values?.length) await client.query({ name: name ?? text.slice(0, 63), text, values: values.map(fresh) });
      else await client.query(text);
    }
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
let count = 0;

/** Replaces ids that the request made (and mail's Message-IDs) with new values, each consistently. */
function freshValues(since: number): (value: unknown) => unknown {
  const replacements = new Map<string, string>();
  count += 1;
  const run = count.toString(16).padStart(12, "0");
  const freshen = (id: string) => {
    const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    if (madeAt < since) return id;
    const replacement = replacements.get(id) ?? `${id.slice(0, 24)}${run}`;
    replacements.set(id, replacement);
    return replacement;
  };
  const fresh = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fresh);
    if (typeof value !== "string") return value;
    const renewed = value.replace(uuid, freshen);
    return /^[a-z0-9._-]{20,}@[^\s,]+$/.test(renewed) ? `${run}.${renewed}` : renewed;
  };
  return fresh;
}
