import type pg from "pg";
import { StartFault } from "../../start/start-notices.ts";
import type { SqlFile } from "../apply-functions.ts";

/**
 * Throws if the database ran migrations that this version does not have, before any change: their effects are unknown.
 */
export function refuseOtherHistory(files: SqlFile[], ran: ReadonlyMap<string, string>): void {
  const own = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const [unknown, ...more] = [...ran].filter(([name, sha256]) => own.get(name) !== sha256);
  if (!unknown) return;
  const [name, sha256] = unknown;
  const others = more.length > 0 ? ` and ${more.length} more are` : " is";
  // It has all of ours and more.
  if (files.every((file) => ran.get(file.name) === file.sha256))
    throw new StartFault(
      `The database belongs to a newer Deskhand: its migration ${name}${others} not known here, and nothing in it was changed. Start that version again, or restore a backup of this one into a new installation`,
    );
  const same = files.find((file) => file.sha256 === sha256);
  const difference = own.has(name) ? "ran with another text than it has here" : same && `is called ${same.name} here`;
  throw new StartFault(
    `The database was made by a Deskhand between two releases, and nothing in it was changed: its migration ${name} ${difference ?? "is not known here"}. Only what a release was made with comes along. ` +
      "Start the version that made it again: its npm run export gives each store as plain files; this version takes a backup that a release made (docs/self-hosting.md, Upgrades)",
  );
}

/** A migration that ran under another name or text with the same effect as a current one. */
type RenamedMigration = { from: string; to: string; sha256: string };

/** Finds migrations that ran and have another name or text now, with the same effect. */
export function findRenamed(files: SqlFile[], ran: ReadonlyMap<string, string>): RenamedMigration[] {
  return earlierMigrations.flatMap(({ name, sha256, now }) => {
    const own = files.find((file) => file.name === now);
    const isEarlier = ran.get(name) === sha256 && !files.some((file) => file.name === name && file.sha256 === sha256);
    return own && isEarlier ? [{ from: name, to: now, sha256: own.sha256 }] : [];
  });
}

/** Returns what ran with the current names and checksums. */
export function applyRenames(ran: ReadonlyMap<string, string>, renames: RenamedMigration[]): Map<string, string> {
  const unchanged = [...ran].filter(([name]) => !renames.some(({ from }) => from === name));
  return new Map([...unchanged, ...renames.map(({ to, sha256 }) => [to, sha256] as const)]);
}

/** Updates the record of what ran to the current names, all or none. */
export async function recordRenames(owner: pg.Client, renames: RenamedMigration[]): Promise<void> {
  await owner.query("begin");
  for (const { from, to, sha256 } of renames)
    await owner.query("update schema_migrations set name = $2, sha256 = $3 where name = $1", [from, to, sha256]);
  await owner.query("commit");
}

/**
 * Migrations that had another text or number before the first release, with the same effect once 0177 has run;
 * databases that ran them are accepted. `now` is the current name, `commit` the commit with the earlier text. Released
 * migrations never change, so none is added.
 */
export const earlierMigrations = [
  {
    now: "0037_privacy.sql",
    name: "0037_privacy.sql",
    sha256: "486346cc236272374acf92a4179eeb00d540173159bbb93eece2136e48d8d380",
    commit: "2bcee0bee5cb0592b19ff9ee5dc3ad838f713ad2",
  },
  {
    now: "0038_store_customers.sql",
    name: "0037_store_customers.sql",
    sha256: "f5fe4a3f784f4d28f415ddc891fbc2f73abbdc41f24e34ee98cfa23700b090d0",
    commit: "71bc28d65113a599dd7e73f9f92419274c5f5bf1",
  },
  {
    now: "0040_orders_in_order.sql",
    name: "0039_orders_in_order.sql",
    sha256: "098883863309ff61ae358bf0875bacae46dadfa6b0323eb372a17a93bfd124b1",
    commit: "114d1c5808d92cf2b37d272a72bface3323495f7",
  },
  {
    now: "0035_customers_in_order.sql",
    name: "0040_customers_in_order.sql",
    sha256: "78a69dac623bd79237ce05a3d59a04a6aed21d79872ed2301159e059de8dcbd4",
    commit: "44a366d400ce1563e217369a11433dcf11d8bc61",
  },
  {
    now: "0107_addresses_by_domain.sql",
    name: "0101_addresses_by_domain.sql",
    sha256: "d2f8e48b57bdd3339b07a5c097292ebe4ee1981c63f2602a549a263a7e95a160",
    commit: "bb8829bdbb2b73c52a926ec83aca7a61141da14d",
  },
  {
    now: "0108_used_webhooks.sql",
    name: "0105_used_webhooks.sql",
    sha256: "46d5b9e3efa62cf94170e3fc06452d7572b6188b5b52646936876f55e05564ae",
    commit: "bb8829bdbb2b73c52a926ec83aca7a61141da14d",
  },
  {
    now: "0111_virus_scan.sql",
    name: "0110_virus_scan.sql",
    sha256: "01d1fed10393ce2b003d34f4a85ab42e1cddabf267a8b4d198c212f622cea571",
    commit: "aa1a90de13a1f55734f0d33dcd052a156006f50e",
  },
  {
    now: "0090_an_agents_day.sql",
    name: "0090_an_agents_day.sql",
    sha256: "8ea85c7e58c71a386a3a4a581d170676637937999581f5c53651ea0f83a9d753",
    commit: "e0ade0135c92388da385dd4bf8dc3909e585aac8",
  },
  {
    now: "0048_removals.sql",
    name: "0048_removals.sql",
    sha256: "7f6023489e8882fa7e50ceb6d2727ced8ab76a6458af05bfb5f5b1bac44c650c",
    commit: "3819a93ca54477b8183b051b9c696345aa7bc4ba",
  },
  {
    now: "0093_views.sql",
    name: "0093_views.sql",
    sha256: "bbbfa1830e09755b61520b7de05a15a59f2f02abd4a5c46242aa3fe2d38da167",
    commit: "4b0cacca9b35ad85f2f2b92c58f1f3df3c33014a",
  },
] as const;
