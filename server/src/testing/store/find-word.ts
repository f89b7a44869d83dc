import type { Desk } from "../open-desk.ts";

/**
 * The tables in which a word of lower-case letters, digits and hyphens stands: in whatever column, text, JSON or bytes, and
 * whosever the row is.
 */
export async function tablesWith({ asOwner }: Pick<Desk, "asOwner">, word: string): Promise<string[]> {
  const tables = await asOwner<{ name: string; isOurs: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname = 'public' as "isOurs"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  // Policies show nobody the rows of all tenants, nor bytes that no log names: the owner is let past them meanwhile. One table at a
  // time, since all at once would stop dead against a job that is at several.
  const policies = async (force: "force" | "no force") => {
    for (const { name, isOurs } of tables) if (isOurs) await asOwner(`alter table ${name} ${force} row level security`);
  };
  const found: string[] = [];
  await policies("no force");
  try {
    for (const { name } of tables) {
      const sql = `select from ${name} t where position($1 in lower(t::text)) > 0 or position($2 in t::text) > 0 limit 1`;
      const rows = await asOwner(sql, [word, Buffer.from(word).toString("hex")]);
      if (rows.length > 0) found.push(name.replace("public.", ""));
    }
  } finally {
    await policies("force");
  }
  return found;
}
