import type pg from "pg";
import type { SqlFile } from "../read-sql-files.ts";
import { earlierMigrations } from "./earlier-migrations.ts";

/** A migration that ran under another name or with another text, and made the same as the one that there is now. */
type Renewal = { from: string; to: string; sha256: string };

/** What of that which ran has another name or text by now, and made the same. */
export function renewalsOf(files: SqlFile[], ran: ReadonlyMap<string, string>): Renewal[] {
  return earlierMigrations.flatMap(({ name, sha256, now }) => {
    const own = files.find((file) => file.name === now);
    const isEarlier = ran.get(name) === sha256 && !files.some((file) => file.name === name && file.sha256 === sha256);
    return own && isEarlier ? [{ from: name, to: now, sha256: own.sha256 }] : [];
  });
}

/** What ran, by the names and checksums of now. */
export function renewed(ran: ReadonlyMap<string, string>, renewals: Renewal[]): Map<string, string> {
  const kept = [...ran].filter(([name]) => !renewals.some(({ from }) => from === name));
  return new Map([...kept, ...renewals.map(({ to, sha256 }) => [to, sha256] as const)]);
}

/** Notes what ran as it is called now, all or none. */
export async function renew(owner: pg.Client, renewals: Renewal[]): Promise<void> {
  await owner.query("begin");
  for (const { from, to, sha256 } of renewals)
    await owner.query("update schema_migrations set name = $2, sha256 = $3 where name = $1", [from, to, sha256]);
  await owner.query("commit");
}
