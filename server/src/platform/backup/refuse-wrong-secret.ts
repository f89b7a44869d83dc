import type pg from "pg";
import { hasTable } from "../db/has-table.ts";
import { opensInstallationKey } from "../mailer/installation-key.ts";

/** Throws where Deskhand was never started on the database, or runs there with another secret. */
export async function refuseWrongSecret(owner: pg.Client, secret: string): Promise<void> {
  if (!(await hasTable(owner, "installation_keys"))) throw new Error("Deskhand was never started on this database");
  if (!(await opensInstallationKey(owner, secret)))
    throw new Error(
      "The secret here is not the one that the installation runs with: do it with the settings of the server (DESKHAND_SECRET, DESKHAND_DATA)",
    );
}
