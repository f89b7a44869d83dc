import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { initCluster } from "./init-cluster.ts";

const options = { user: undefined, superuserPassword: "x", durable: true };

/** Creates a cluster with an initdb that starts and fails like this; returns the fault and the number of tries. */
async function failing(words: string) {
  const home = await mkdtemp(join(tmpdir(), "deskhand-init-"));
  onTestFinished(() => rm(home, { recursive: true }));
  let tries = 0;
  const run = async (_: string, args: string[]) => {
    tries += 1;
    await writeFile(join(home, args[0]?.replace("--pgdata=", "") ?? "", "PG_VERSION"), "18");
    throw new Error(words);
  };
  const fault = await initCluster(home, { major: 18, run }, options).then(
    () => "none",
    (error: Error) => `${error.name}: ${error.message.replace(home, "HOME")}`,
  );
  expect(await readdir(home)).toEqual([]);
  return { fault, tries };
}

test("reports a full disk and leaves nothing behind", async () => {
  const words =
    'Command failed: initdb\ninitdb: error: could not write file "x": No space left on device\ninitdb: removing contents of data directory';
  expect(await failing(words)).toEqual({
    fault:
      "StartFault: There is no room for the database in HOME (No space left on device): it needs some 50 MB when it is empty. Nothing of it is left",
    tries: 1,
  });
});

test("reports the first error if no locale works, and leaves nothing behind", async () => {
  expect(await failing("initdb: error: invalid locale")).toEqual({
    fault: "StartFault: The database could not be made in HOME: initdb: error: invalid locale",
    tries: 3,
  });
});
