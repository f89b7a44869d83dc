import { StartFault } from "../../start-fault.ts";
import type { SqlFile } from "../read-sql-files.ts";

/** Throws where other migrations ran than those of this version, before anything is changed: what they made is not known. */
export function refuseOtherHistory(files: SqlFile[], ran: ReadonlyMap<string, string>): void {
  const own = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const [strange, ...more] = [...ran].filter(([name, sha256]) => own.get(name) !== sha256);
  if (!strange) return;
  const [name, sha256] = strange;
  const others = more.length > 0 ? ` and ${more.length} more are` : " is";
  // It has all of ours as they are, and more.
  if (files.every((file) => ran.get(file.name) === file.sha256))
    throw new StartFault(
      `The database belongs to a newer Deskhand: its migration ${name}${others} not known here, and nothing in it was changed. Start that version again, or restore a backup of this one into a new installation`,
    );
  const same = files.find((file) => file.sha256 === sha256);
  const what = own.has(name) ? "ran with another text than it has here" : same && `is called ${same.name} here`;
  throw new StartFault(
    `The database was made by a Deskhand between two releases, and nothing in it was changed: its migration ${name} ${what ?? "is not known here"}. Only what a release was made with comes along. ` +
      "Start the version that made it again: its npm run export gives each store as plain files; this version takes a backup that a release made (docs/self-hosting.md, Upgrades)",
  );
}
