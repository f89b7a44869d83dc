import pg from "pg";

/**
 * Makes the role that owns the database, and the database, where they are missing; sets the role's password.
 * The role is neither superuser nor free of row-level security; it may create roles, for the application's own.
 */
export async function makeOwner(superuser: pg.Client, password: string): Promise<void> {
  const role = await superuser.query("select from pg_roles where rolname = 'deskhand_owner'");
  const verb = role.rowCount === 0 ? "create" : "alter";
  await superuser.query(
    `${verb} role deskhand_owner login createrole nosuperuser nobypassrls password ${pg.escapeLiteral(password)}`,
  );
  const database = await superuser.query("select from pg_database where datname = 'deskhand'");
  if (database.rowCount === 0) await superuser.query("create database deskhand owner deskhand_owner");
}
