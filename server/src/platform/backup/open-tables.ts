import pg from "pg";

/** Puts back what was taken away. */
type Close = () => Promise<void>;

const forcedSql = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity and relname = any ($1)`;

/** Lets the owner write these tables as they are, in a transaction of theirs: without triggers and past the policies. */
export async function openTables(owner: pg.ClientBase, names: readonly string[]): Promise<Close> {
  const { rows } = await owner.query<{ name: string }>(forcedSql, [names]);
  const forced = new Set(rows.map(({ name }) => name));
  for (const name of names)
    await owner.query(`alter table ${pg.escapeIdentifier(name)} no force row level security, disable trigger user`);
  return async () => {
    for (const name of names) {
      const force = forced.has(name) ? ", force row level security" : "";
      await owner.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user${force}`);
    }
  };
}

type Reference = { table: string; name: string; definition: string };

const referencesSql = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    and conrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)) order by 1, 2`;

/** Takes the tables' foreign keys away, so that rows may come in any order; putting them back checks all of them. */
export async function dropReferences(owner: pg.ClientBase, names: readonly string[]): Promise<Close> {
  const { rows: references } = await owner.query<Reference>(referencesSql, [names]);
  for (const { table, name } of references) await owner.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of references)
      await owner.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}
