import { readFile } from "node:fs/promises";
import type pg from "pg";
import { StartFault } from "../start/start-notices.ts";
import { withBriefLocks } from "./brief-locks.ts";
import { describeFault } from "./database-faults.ts";
import { databaseRoles } from "./roles.ts";

/** Generated from the migrated database by scripts/generate-schema.ts, one statement per line. */
const accessFile = new URL("../../../../db/access.sql", import.meta.url);

const ownFunctions = `pg_proc p where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')`;
const routine = "case p.prokind when 'p' then 'procedure ' else 'function ' end || p.oid::regprocedure";
const ownTables = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')";

const accessSql = `
  with held (privilege, thing, grantee) as (
    select lower(a.privilege_type), 'schema public', a.grantee
    from pg_namespace n cross join aclexplode(n.nspacl) a where n.nspname = 'public'
    union all
    select lower(a.privilege_type), quote_ident(c.relname), a.grantee
    from pg_class c cross join aclexplode(c.relacl) a where ${ownTables}
    union all
    select format('%s (%s)', lower(a.privilege_type), string_agg(quote_ident(t.attname), ', ' order by t.attname)),
      quote_ident(c.relname), a.grantee
    from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped cross join aclexplode(t.attacl) a
    where ${ownTables} group by a.privilege_type, c.relname, a.grantee
    union all
    select lower(a.privilege_type), ${routine}, a.grantee
    from (select p.* from ${ownFunctions}) p cross join aclexplode(p.proacl) a
  )
  select format('grant %s on %s to %I;', string_agg(privilege, ', ' order by privilege collate "C"), thing, rolname) as statement
  from held join pg_roles on pg_roles.oid = grantee where rolname = any ($1) group by thing, rolname
  union all
  select format('revoke all on %s from public;', ${routine}) from ${ownFunctions}
    and p.proacl is not null and not exists (select from aclexplode(p.proacl) a where a.grantee = 0)
  union all
  select format('create policy %I on %I%s for %s to %s%s%s;', p.polname, c.relname,
    case when p.polpermissive then '' else ' as restrictive' end,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(case when r.oid = c.relowner then 'current_user' else quote_ident(r.rolname) end, ', ' order by r.rolname)
      from pg_roles r where r.oid = any (p.polroles)),
    ' using (' || regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\\s+', ' ', 'g') || ')',
    ' with check (' || regexp_replace(pg_get_expr(p.polwithcheck, p.polrelid), '\\s+', ' ', 'g') || ')')
  from pg_policy p join pg_class c on c.oid = p.polrelid where ${ownTables} and p.polroles <> '{0}'
  order by 1`;

/**
 * Returns the statements that give the roles their access: all that names a role, and so is lost in a dump without
 * roles.
 */
export async function describeAccess(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(accessSql, [Object.values(databaseRoles)]);
  return rows.map(({ statement }) => statement).sort();
}

/**
 * Restores missing access of the roles, as after a dump was restored on a server without them; returns the statements
 * it ran. Extra grants stay.
 */
export async function restoreAccess(owner: pg.Client): Promise<string[]> {
  const wanted = (await readFile(accessFile, "utf8"))
    .split("\n")
    .filter((line) => /^(?:grant|revoke|create) /.test(line));
  const found = new Set((await describeAccess(owner)).map(identityOf));
  const missing = wanted.filter((statement) => !found.has(identityOf(statement)));
  if (missing.length === 0) return [];
  try {
    await withBriefLocks(owner, async () => {
      for (const statement of missing) await owner.query(replaceStatement(statement));
    });
  } catch (error) {
    throw new StartFault(`What the database's roles may do could not be given to them again: ${describeFault(error)}`, {
      cause: error,
    });
  }
  return missing;
}

/**
 * Returns the part of a statement that identifies it: versions of PostgreSQL print a policy's expressions differently.
 */
function identityOf(statement: string): string {
  return statement.startsWith("create policy") ? (statement.split(/ (?:using|with check) \(/)[0] ?? "") : statement;
}

function replaceStatement(statement: string): string {
  const [, policy] = /^create policy (\S+ on [^\s;]+)/.exec(statement) ?? [];
  return policy ? `drop policy if exists ${policy}; ${statement}` : statement;
}
