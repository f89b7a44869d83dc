import { chmod, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import { clearDesk, type SpawnedDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { openWayToDatabase, type WayToDatabase } from "../stand-ins/way-to-database.ts";
import { type Balancer, balanceConnections, balanceRequests } from "./balancers.ts";
import { freePort } from "./free-port.ts";

export const roles = ["web", "worker", "smtp"] as const;
type Role = (typeof roles)[number];

/** Two processes of each role on one database, with balancers before those that people and mail reach. */
export type Fleet = {
  dataDir: string;
  /** The website, by its balancer. */
  url: string;
  /** Between all of them and their database, if there is to be one. */
  way: WayToDatabase | null;
  web: Balancer;
  smtp: Balancer;
  /** Ends one of a role's two processes and starts it anew; gives its exit code, which is null after a kill. */
  replace(role: Role, index: number, signal: NodeJS.Signals): Promise<number | null>;
  killDatabase(): Promise<void>;
  /** Ends all of them in order; gives their exit codes. */
  stop(): Promise<(number | null)[]>;
  /** Ends what still runs and removes what they kept. */
  close(): Promise<void>;
};

const each = 2;

/** Starts the fleet with the demo store; mail goes out by `relayUrl`. `byWay` has all reach the database by a way that can fall silent. */
export async function openFleet(relayUrl: string, { byWay = false } = {}): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-fleet-"));
  await chmod(dataDir, 0o711); // As root, PostgreSQL's user must pass through.
  const ports = { web: await freePorts(), smtp: await freePorts() };
  const web = await balanceRequests(ports.web);
  const smtp = await balanceConnections(ports.smtp);
  const url = `http://localhost:${web.port}`;
  const env = {
    DESKHAND_DATA: dataDir,
    PUBLIC_URL: url,
    SMTP_URL: relayUrl,
    // A store that nobody plays: its orders are no part of this.
    SHOPIFY_STORE_URL: "http://127.0.0.1:1/{shop}",
    // One machine sends what a town does.
    REQUESTS_PER_PERSON: "0",
    SENDING_QUOTA: "0",
    INTAKE_MB_PER_HOST: "0",
    SMTP_UNLIMITED_HOSTS: "127.0.0.1",
  };
  let byDatabaseUrl: Record<string, string> = {};
  const start = (role: Role, index: number) =>
    spawnDesk({
      env: {
        ...env,
        ...byDatabaseUrl,
        ROLE: role,
        ...(role === "web" ? { PORT: String(ports.web[index]) } : {}),
        ...(role === "smtp" ? { SMTP_PORT: String(ports.smtp[index]) } : {}),
      },
    });
  // The first of all fills the demo store.
  let first = await start("web", 0);
  const database = byWay ? await startEmbeddedPostgres({ dataDir }) : null;
  const way = database && (await openWayToDatabase(database.ownerUrl));
  if (way) {
    byDatabaseUrl = { DATABASE_URL: way.url };
    await first.end("SIGTERM");
    first = await start("web", 0);
  }
  const rest = (role: Role, from: number) =>
    Promise.all(Array.from({ length: each - from }, (_, index) => start(role, index + from)));
  const [webs, workers, receivers] = await Promise.all([rest("web", 1), rest("worker", 0), rest("smtp", 0)]);
  const running: Record<Role, SpawnedDesk[]> = { web: [first, ...webs], worker: workers, smtp: receivers };
  return {
    dataDir,
    url,
    web,
    smtp,
    way,
    async replace(role, index, signal) {
      const code = await running[role][index]?.end(signal);
      running[role][index] = await start(role, index);
      return code ?? null;
    },
    async killDatabase() {
      const [pid] = (await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n");
      process.kill(Number(pid), "SIGKILL");
    },
    stop: () => Promise.all(roles.flatMap((role) => running[role].map((desk) => desk.end("SIGTERM")))),
    async close() {
      await way?.shut();
      await database?.stop();
      await Promise.all([web.close(), smtp.close(), clearDesk(dataDir)]);
    },
  };
}

async function freePorts(): Promise<number[]> {
  return Promise.all(Array.from({ length: each }, freePort));
}
