import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import { demoAgent, type Ledger, loadDesk, signInAt } from "../server/src/testing/load-desk.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { checksumsAt } from "../server/src/testing/store/table-checksums.ts";
import { until } from "../server/src/testing/take-mail.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-journey-"));
  await chmod(folder, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  for (const name of ["first", "second"]) await mkdir(join(folder, name), { mode: 0o711 });
});
afterAll(async () => {
  for (const name of ["first", "second"]) await clearDesk(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as npm does, with an otherwise empty environment. */
async function run(name: "backup" | "restore" | "export", dataDir: string, ...args: string[]) {
  const script = fileURLToPath(new URL(`../scripts/${name}.ts`, import.meta.url));
  const env = { PATH: process.env.PATH ?? "", DESKHAND_DATA: dataDir };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += String(text);
    });
  const [code] = await once(child, "close");
  return { code, output };
}

async function checksumsIn(dataDir: string): Promise<Record<string, string>> {
  const server = await startEmbeddedPostgres({ dataDir });
  const url = new URL(server.superuserUrl);
  url.pathname = "/deskhand";
  try {
    // These tables differ between processes: what each reports about itself, and the time of the last backup.
    const { server_parts: _parts, ...all } = await checksumsAt(url.href);
    return all;
  } finally {
    await server.stop();
  }
}

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  "a desk that mails come into is backed up, restored elsewhere, and goes on there",
  async () => {
    const [first, second, file, quiet] = ["first", "second", "busy.tar.gz", "quiet.tar.gz"].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    const desk = await spawnDesk({ env: { DESKHAND_DATA: first } });
    const ledger: Ledger = { mails: new Map(), replies: new Map() };
    const load = loadDesk(desk, await signInAt(desk, demoAgent), "help+weavery2@deskhand.localhost", ledger);
    await until(async () => ledger.mails.size > 5);
    expect(await run("backup", first, file)).toMatchObject({
      code: 0,
      output: expect.stringContaining("secret is in it"),
    });
    expect(await desk.end("SIGKILL")).toBe(null);
    await load;

    // A second backup, while nothing is running, contains everything that came.
    expect(await run("backup", first, quiet)).toMatchObject({ code: 0 });
    const [restored, original] = await Promise.all([
      run("restore", second, quiet, "--send-waiting"),
      checksumsIn(first),
    ]);
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored as of /) });
    expect(await checksumsIn(second)).toEqual(original);
    // It signs in with the demo's password, which only the original's tables and secret know.
    const copy = await spawnDesk({ env: { DESKHAND_DATA: second } });
    const { items } = await (await signInAt(copy, demoAgent)).tickets.list({ view: "active" });
    expect(items.length).toBeGreaterThan(5);
    expect(await run("export", second, "weavery2", join(folder, "store"))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/store holds Lumen & Loom \(weavery2\): [\d,]+ rows/),
    });
    expect(await copy.end("SIGTERM")).toBe(0);
  },
);
