import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { applyFunctions } from "../server/src/platform/db/apply-functions.ts";
import { earlierMigrations } from "../server/src/platform/db/history/earlier-migrations.ts";
import { readMigrations, runMigration } from "../server/src/platform/db/migrate.ts";
import { prepareDatabase } from "../server/src/platform/db/prepare-database.ts";
import { ensureRoles } from "../server/src/platform/db/roles.ts";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { emptyTestDatabase, testSecret } from "../server/src/testing/test-databases.ts";
import { queues } from "../server/src/worker.ts";
import { describeDatabase } from "./generate-schema.ts";

const root = join(import.meta.dirname, "..");
const databases = inject("testDatabases");
/** Of a day with other tables, whose migrations are all as they are now. */
const oldest = "58a75dfad1883022ef1a4195a9ebcc7659a31b69";
const commits = [...new Set([oldest, ...earlierMigrations.map(({ commit }) => commit)])];

/** The SQL of a commit, in a folder. */
function takeOut(commit: string, folder: string): void {
  const archive = execFileSync("git", ["archive", commit, "db"], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
}

// It reads the text of then from git, which a copy without its history has not: only the long way asks it, and fails there.
test.runIf(isLong).each(commits)(
  "what the migrations of %s made becomes what the present ones make",
  async (commit) => {
    const folder = mkdtempSync(join(tmpdir(), "deskhand-earlier-"));
    const database = await emptyTestDatabase(databases);
    try {
      takeOut(commit, folder);
      const owner = new pg.Client({ connectionString: database.ownerUrl });
      await owner.connect();
      await ensureRoles(owner, testSecret);
      await owner.query(
        "create table schema_migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())",
      );
      const earlier = await readMigrations(pathToFileURL(`${folder}/db/migrations/`));
      for (const file of earlier) await runMigration(owner, file);
      if (commit !== oldest) await applyFunctions(owner, pathToFileURL(`${folder}/db/functions/`));
      await prepareDatabase(database.ownerUrl, testSecret, queues);
      const { rows: ran } = await owner.query("select name, sha256 from schema_migrations order by name");
      await owner.end();
      const own = await readMigrations();
      expect(ran).toEqual(own.map(({ name, sha256 }) => ({ name, sha256 })));
      expect(await describeDatabase(database.ownerUrl)).toEqual(await describeDatabase(databases.templateUrl));
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  },
  240_000,
);
