import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readMigrations } from "../../server/src/platform/db/migrate.ts";
import { clearDesk } from "../../server/src/testing/spawn-desk.ts";
import { until } from "../../server/src/testing/take-mail.ts";
import { freePort } from "../free-port.ts";
import { fillStore, signInAll } from "./fill-store.ts";
import { intendedDifferences, notAsked, restless } from "./intended-differences.ts";
import { killBetweenMigrations } from "./kill-between-migrations.ts";
import { npmStart, type Started } from "./npm-start.ts";
import { findLosses, readAnswers } from "./read-answers.ts";
import { readPaths, releases, takeOutRelease } from "./take-out-release.ts";

const root = join(import.meta.dirname, "..", "..");

// An earlier release runs with its own program, pages and data. The upgrade is an operator's: `npm start` of this version.
test.for(releases)(
  "a store that $version has filled answers as before, upgraded through kills",
  async (release, { annotate }) => {
    const running = new Set<Started>();
    // As root, PostgreSQL's user and the program's own user have to enter it.
    const makeFolder = async (kind: string) => {
      const folder = await mkdtemp(join(tmpdir(), `deskhand-${kind}-`));
      await chmod(folder, 0o755);
      return folder;
    };
    const [folder, dataDir] = [await makeFolder("release"), await makeFolder("data")];
    const [port, smtpPort] = [await freePort(), await freePort()];
    const env = { DESKHAND_DATA: dataDir, PORT: String(port), SMTP_PORT: String(smtpPort), REQUESTS_PER_PERSON: "0" };
    const start = (program: string) => {
      const started = npmStart(program, env);
      running.add(started);
      return started;
    };
    onTestFinished(async () => {
      for (const started of running) await started.kill();
      await clearDesk(dataDir);
      await rm(folder, { recursive: true, force: true });
    });
    takeOutRelease(release, folder);
    const paths = readPaths(folder).filter((path) => !notAsked.test(path));

    const old = start(folder);
    await old.ready;
    const people = await signInAll(`http://localhost:${port}`);
    await fillStore(people, smtpPort);
    const walk = () => readAnswers(people, paths);
    // All pending work is done when two readings are equal.
    let before = await walk();
    await until(async () => {
      const last = before;
      before = await walk();
      return findLosses(last, before, restless).length === 0;
    });
    expect(await old.stop()).toBe(0);

    const kills = await killBetweenMigrations(dataDir, () => start(root));
    const earlier = releases
      .slice(0, releases.indexOf(release) + 1)
      .flatMap(({ migrations }) => Object.keys(migrations));
    const since = (await readMigrations()).filter(({ name }) => !earlier.includes(name));
    // An upgrade to the same version has no migrations to be killed at.
    if (since.length > 1) expect(kills).toBeGreaterThan(0);
    if (since.length > 0) {
      const back = start(folder);
      expect(await back.ended).toBe(1);
      expect(back.output()).toMatch(/^The database belongs to a newer Deskhand: .*\n$/);
    }

    const now = start(root);
    await now.ready;
    const after = await walk();
    await annotate(`${release.version}: ${before.size} answers compared after ${kills} kills`);
    expect(findLosses(before, after, [...restless, ...intendedDifferences])).toEqual([]);
    expect(await now.stop()).toBe(0);
  },
);
