import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const migrations = new URL("../../../../db/migrations/", import.meta.url);

test("the owner of a database may have any name: no migration says it", async () => {
  for (const name of await readdir(migrations)) {
    expect(await readFile(new URL(name, migrations), "utf8"), name).not.toContain("deskhand_owner");
  }
});
