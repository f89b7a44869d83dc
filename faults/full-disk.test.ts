import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openSmtpSink } from "../server/src/testing/smtp-sink.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { openDice, seedOfRun } from "./dice.ts";
import { loadFleet } from "./load-fleet.ts";
import { acknowledged, settle } from "./settle.ts";

const size = "400m";
const fullForMs = 8_000;
const settlesWithinMs = 120_000;

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Mounts a small disk in memory; null if that is not permitted. */
async function mountDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "deskhand-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0711`, "tmpfs", folder]);
  closers.push(async () => {
    if (status === 0) spawnSync("umount", [folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return status === 0 ? folder : null;
}

test("a full disk loses nothing that was acknowledged, and work continues once there is room", async ({ skip }) => {
  const disk = await mountDisk();
  if (disk === null) return skip("a small disk may not be mounted here");
  const relay = await openSmtpSink({ thinksMs: 20 });
  closers.push(() => relay.close());
  const dataDir = join(disk, "data");
  await mkdir(dataDir);
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  const limits = {
    REQUESTS_PER_PERSON: "0",
    SENDING_QUOTA: "0",
    INTAKE_MB_PER_HOST: "0",
    SMTP_UNLIMITED_HOSTS: "127.0.0.1",
  };
  const shop = { SHOPIFY_STORE_URL: "http://127.0.0.1:1/{shop}" };
  // There is no reserve below which mail is refused, so the disk fills to its last byte.
  const env = { DESKHAND_DATA: dataDir, SMTP_URL: relay.url, FREE_SPACE_MB: "0", ...limits, ...shop };
  const desk = await spawnDesk({ env });
  closers.push(() => clearDesk(dataDir));
  const load = await loadFleet({ url: desk.url, smtp: { port: desk.smtpPort } }, openDice(seedOfRun()));
  const { ledger } = load;
  const count = () => acknowledged(ledger.mails).length;
  await until(async () => count() > 20);

  const ballast = join(disk, "ballast");
  const { bavail, bsize } = await statfs(disk);
  spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=1M", `count=${Math.ceil((bavail * bsize) / 2 ** 20) + 1}`]);
  await sleep(2 * fullForMs);
  // PostgreSQL may still store what it has reserved room for; requests for more room hear that the disk is full.
  expect([452, 503].filter((code) => (ledger.refusals.get(code) ?? 0) > 5)).not.toEqual([]);
  await rm(ballast);
  const before = count();
  await until(async () => count() > before + 20);
  const { faults, ...kept } = await settle(dataDir, load, relay, settlesWithinMs);
  console.log(JSON.stringify(kept));
  expect(faults).toEqual([]);
  // SMTP said "later", HTTP said "not now", or nobody answered.
  for (const code of [...ledger.refusals.keys()]) expect([0, 421, 451, 452, 503]).toContain(code);
  expect(await desk.end("SIGTERM")).toBe(0);
});
