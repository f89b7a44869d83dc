import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { access, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAgent, signInAt } from "../server/src/testing/load-desk.ts";
import { clearDesk, type SpawnedDesk, spawnAndEnd, spawnDesk } from "../server/src/testing/spawn-desk.ts";

let folder = "";
let dataDir = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-down-"));
  await chmod(folder, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  dataDir = join(folder, "data");
});
afterAll(async () => {
  await clearDesk(dataDir);
  await rm(folder, { recursive: true, force: true });
});

const lock = () => join(dataDir, "pg", "postmaster.pid");

async function endDatabase(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const [pid] = (await readFile(lock(), "utf8")).split("\n");
  process.kill(Number(pid), signal);
}

/** Sends a mail and waits for its ticket, which needs every part of the server. */
async function expectWorking(desk: SpawnedDesk, subject: string): Promise<void> {
  const relay = createTransport({ host: "127.0.0.1", port: desk.smtpPort, ignoreTLS: true });
  const mail = { from: "jo@example.com", to: "help+weavery2@deskhand.localhost", subject, text: "Where is it?" };
  // It gets 451 while the database is away, and tries again like any relay.
  await expect.poll(() => relay.sendMail(mail).then(() => "taken", String)).toBe("taken");
  const find = async () => {
    const api = await signInAt(desk, demoAgent);
    return (await api.tickets.list({ view: "active", search: subject })).items.length;
  };
  // If the database cut off its job, this is noticed only after some 20 seconds.
  await expect.poll(() => find().catch(String)).toBe(1);
}

/** Matches one line beside nothing but the log, which uses another pipe: either may be read first. */
const besideLog = (line: string) => new RegExp(`^(?:\\{.*\\n)*${line}\\n(?:\\{.*\\n)*$`);

test("two first starts share a database, which comes back when it is killed and stays until the second stops", async () => {
  const env = { DESKHAND_DATA: dataDir };
  const [first, second] = await Promise.all([spawnDesk({ env }), spawnDesk({ env })]);
  await endDatabase("SIGKILL");
  await expectWorking(first, "After the kill");
  // Otherwise it would wait for both of us and accept no new connections.
  await endDatabase("SIGTERM");
  await expectWorking(second, "After somebody has told it to stop");
  expect(await first.end("SIGTERM")).toBe(0);
  await expectWorking(second, "After the first has stopped");

  // A copy made meanwhile leaves the original alone.
  const copy = join(folder, "copy");
  spawnSync("cp", ["-a", dataDir, copy]);
  const { code, output } = await spawnAndEnd({ env: { DESKHAND_DATA: copy } });
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^[^\n]+pg is a copy of [^\n]+, made while that ran[^\n]+\n$/),
  ]);
  // Another secret does not replace the first one.
  const DESKHAND_SECRET = "another secret, of thirty-two letters";
  expect(await spawnAndEnd({ env: { ...env, DESKHAND_SECRET }, args: ["--new-secret"] })).toEqual({
    code: 1,
    output: expect.stringMatching(besideLog("Deskhand runs on this database: stop it first. Nothing was changed")),
  });
  await expectWorking(second, "After the copy and the other secret");
  expect(await second.end("SIGTERM")).toBe(0);
  await expect(access(lock())).rejects.toThrow("ENOENT");
  // Stopping its own database is not an outage.
  expect(second.output().split("Stopping: ").at(-1)).not.toContain('"level":40');

  // Each process reports it in a few lines; every queue and connection would have some hundred.
  for (const desk of [first, second]) {
    const faults = desk
      .output()
      .split("\n")
      .filter((line) => /"level":[45]0/.test(line));
    expect(faults.length, faults.join("\n")).toBeLessThan(15);
    expect(faults.join("\n")).toContain("The connection to the database server ended");
  }
});

test("if the database no longer starts, the process ends and says why", async () => {
  const desk = await spawnDesk({ env: { DESKHAND_DATA: dataDir } });
  // Nobody can connect to the database that starts now.
  const rules = join(dataDir, "pg", "pg_hba.conf");
  const original = await readFile(rules);
  await writeFile(rules, "local all all reject\n");
  const ended = once(desk.process, "exit");
  await endDatabase("SIGKILL");
  expect(await ended).toEqual([1, null]);
  await writeFile(rules, original);
  expect(desk.output()).toMatch(
    /\nThe database went down and could not be started again\. [^\n]*pg_hba\.conf[^\n]+\n$/,
  );
  await expect(access(lock())).rejects.toThrow("ENOENT");
});

test("a start without the lost secret makes no new one", async () => {
  const path = join(dataDir, "secret-key");
  const original = await readFile(path);
  await rm(path);
  expect(await spawnAndEnd({ env: { DESKHAND_DATA: dataDir } })).toEqual({
    code: 1,
    output: expect.stringMatching(besideLog("The secret is not the one that this installation was made with.*")),
  });
  await expect(access(path)).rejects.toThrow("ENOENT");
  await writeFile(path, original);
});
