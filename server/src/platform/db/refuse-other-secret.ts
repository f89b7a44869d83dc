import pg from "pg";
import { codeOf } from "../error-code.ts";
import { opensInstallationKey, tryInstallationKey } from "../mailer/installation-key.ts";
import { StartFault } from "../start/start-notices.ts";
import { hasTable } from "./as-owner.ts";
import { databaseRoles, earlierUrlForRole, urlForRole } from "./roles.ts";

/**
 * Throws if the installation runs with another secret. Checked before any change: the roles' passwords derive from the
 * secret, so processes with the right one would be locked out.
 */
export async function refuseOtherSecret(owner: pg.Client, ownerUrl: string, secret: string): Promise<void> {
  if ((await hasTable(owner, "installation_keys")) && (await tryInstallationKey(owner, secret)) === "closed") {
    throw new StartFault(
      "The secret is not the one that this installation was made with, and nothing that it keeps was changed. Start with the DESKHAND_SECRET that it had, " +
        "or the file secret-key in its data directory, which loses nothing. Where that is lost, start once with npm start -- --new-secret: then people sign in again, " +
        "links in mails end, second factors, stores and senders' domains have to be set up again; no ticket, mail or file is lost",
    );
  }
  await refuseOtherRoles(owner, ownerUrl, secret);
}

/** Roles belong to the whole server: throws if another Deskhand has given them passwords of another secret. */
async function refuseOtherRoles(owner: pg.Client, ownerUrl: string, secret: string): Promise<void> {
  if (!(await hasOtherRoles(owner, ownerUrl, secret))) return;
  throw new StartFault(
    `The role ${databaseRoles.app} of this PostgreSQL server has the password of another secret, and nothing that is kept was changed. Give every Deskhand on it the same ` +
      "DESKHAND_SECRET, or each a server of its own, which loses nothing. Where no other uses it, start once with npm start -- --new-secret, " +
      "which gives the role the password of this secret and loses nothing that this secret opens",
  );
}

/** Whether the server's roles have passwords of another secret. */
export async function hasOtherRoles(owner: pg.Client, ownerUrl: string, secret: string): Promise<boolean> {
  const { rowCount } = await owner.query("select from pg_roles where rolname = $1", [databaseRoles.app]);
  if (rowCount === 0) return false;
  for (const urlOf of [urlForRole, earlierUrlForRole])
    if (await acceptsPassword(urlOf(ownerUrl, "app", secret))) return false;
  return true;
}

/** Whether the password is accepted; other connection errors do not count against it. */
async function acceptsPassword(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return codeOf(error) !== "28P01";
  } finally {
    await client.end();
  }
}

/** Throws if Deskhand was never started on the database, or runs there with another secret. */
export async function refuseWrongSecret(owner: pg.Client, secret: string): Promise<void> {
  if (!(await hasTable(owner, "installation_keys"))) throw new Error("Deskhand was never started on this database");
  if (!(await opensInstallationKey(owner, secret)))
    throw new Error(
      "The secret here is not the one that the installation runs with: do it with the settings of the server (DESKHAND_SECRET, DESKHAND_DATA)",
    );
}
