import { createHmac } from "node:crypto";
import type pg from "pg";
import { codeOf } from "../error-code.ts";
import { deriveKey } from "../secrets/seal.ts";
import { StartFault } from "../start/start-notices.ts";

/** The server's pool signs in as `app`, the sign-in library as `auth`; neither owns anything. */
export const databaseRoles = { app: "deskhand_app", auth: "deskhand_auth" } as const;
export type DatabaseRole = keyof typeof databaseRoles;

/** Returns the connection string of one of the server's roles; its password derives from the secret. */
export function urlForRole(ownerUrl: string, role: DatabaseRole, secret: string): string {
  const url = new URL(ownerUrl);
  url.username = databaseRoles[role];
  url.password = passwordOf(role, secret);
  return url.href;
}

/** Returns it with the password used until 23 November 2026, which a start replaces. */
export function earlierUrlForRole(ownerUrl: string, role: DatabaseRole, secret: string): string {
  const url = new URL(urlForRole(ownerUrl, role, secret));
  url.password = createHmac("sha256", secret).update(`database-role:${role}`).digest("base64url");
  return url.href;
}

/** Creates the server's roles or sets their current password; the owner needs CREATEROLE. */
export async function ensureRoles(owner: pg.ClientBase, secret: string): Promise<void> {
  await refusePowerfulOwner(owner);
  for (const role of Object.keys(databaseRoles) as DatabaseRole[]) {
    const name = databaseRoles[role];
    await setRole(owner, name, passwordOf(role, secret));
    const database = await owner.query("select quote_ident(current_database()) as name");
    await owner.query(`grant connect on database ${database.rows[0].name} to ${name}`);
  }
}

const mostTries = 20;

/** Roles belong to the whole server, so another process may set the same one at this moment. */
async function setRole(owner: pg.ClientBase, name: string, password: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const found = await owner.query("select rolsuper or rolbypassrls as powerful from pg_roles where rolname = $1", [
      name,
    ]);
    if (found.rows[0]?.powerful) throw new StartFault(`The database role ${name} bypasses row-level security; drop it`);
    const attributes = `login noinherit password ${owner.escapeLiteral(password)}`;
    try {
      await owner.query(`${found.rowCount ? "alter" : "create"} role ${name} ${attributes}`);
      return;
    } catch (error) {
      // Each such failure means that another process succeeded.
      if (tries === mostTries || !wasOvertaken(error)) throw error;
    }
  }
}

/** Whether another process created or changed the role meanwhile. */
function wasOvertaken(error: unknown): boolean {
  const isChanged = error instanceof Error && error.message === "tuple concurrently updated";
  return isChanged || ["23505", "42710"].includes(codeOf(error) ?? "");
}

async function refusePowerfulOwner(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query(
    "select rolname, rolsuper or rolbypassrls as powerful, rolcreaterole from pg_roles where rolname = current_user",
  );
  const self = rows[0];
  if (self.powerful) {
    throw new StartFault(
      `DATABASE_URL signs in as ${self.rolname}, which bypasses row-level security. Make a role of its own: ` +
        "create role deskhand_owner login createrole password '…'; create database deskhand owner deskhand_owner;",
    );
  }
  if (!self.rolcreaterole)
    throw new StartFault(`The database role ${self.rolname} needs CREATEROLE (alter role … createrole)`);
}

function passwordOf(role: DatabaseRole, secret: string): string {
  return deriveKey(secret, `database-role ${role}`);
}

/**
 * Creates the owner role and the database if missing, and sets the role's password. The role is no superuser and obeys
 * row-level security; it may create the application's roles.
 */
export async function makeOwner(superuser: pg.Client, password: string): Promise<void> {
  const role = await superuser.query("select from pg_roles where rolname = 'deskhand_owner'");
  const verb = role.rowCount === 0 ? "create" : "alter";
  await superuser.query(
    `${verb} role deskhand_owner login createrole nosuperuser nobypassrls password ${superuser.escapeLiteral(password)}`,
  );
  const database = await superuser.query("select from pg_database where datname = 'deskhand'");
  if (database.rowCount === 0) await superuser.query("create database deskhand owner deskhand_owner");
}
