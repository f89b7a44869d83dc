import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openDesk } from "../../testing/open-desk.ts";

test("no restrictive policy applies to the owner, as it would keep functions from using indexes", async () => {
  const app = await openDesk();
  const policies = await app.asOwner(
    `select polname from pg_policy p join pg_class c on c.oid = p.polrelid
     where not p.polpermissive and (0 = any (p.polroles) or c.relowner = any (p.polroles))`,
  );
  await app.stop();
  expect(policies).toEqual([]);
});

const migrations = new URL("../../../../db/migrations/", import.meta.url);

test("no migration names the owner's role", async () => {
  for (const name of await readdir(migrations)) {
    expect(await readFile(new URL(name, migrations), "utf8"), name).not.toContain("deskhand_owner");
  }
});
