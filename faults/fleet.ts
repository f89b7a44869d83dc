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

/** Two processes of each role on one database, with balancers in front of those that people and mail reach. */
export type Fleet = {
  dataDir: string;
  /** The website's address, at its balancer. */
  url: string;
  /** The proxy between all of them and their database, if there is one. */
  way: WayToDatabase | null;
  web: Balancer;
  smtp: Balancer;
  /** Ends one of a role's two processes and starts it anew; returns its exit code, null after a kill. */
  replace(role: Role, index: number, signal: NodeJS.Signals): Promise<number | null>;
  killDatabase(): Promise<void>;
  /** Stops all of them in order; returns their exit codes. */
  stop(): Promise<(number | null)[]>;
  /** Kills what still runs and deletes its data. */
  close(): Promise<void>;
};

const each = 2;

/** Starts the fleet with the demo store; mail leaves through `relayUrl`. `byWay` puts a proxy before the database that can fall silent. */
export async function openFleet(relayUrl: string, { byWay = false } = {}): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-fleet-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  const ports = { web: await freePorts(), smtp: await freePorts() };
  const web = await balanceRequests(ports.web);
  const smtp = await balanceConnections(ports.smtp);
  const url = `http://localhost:${web.port}`;
  const env = {
    DESKHAND_DATA: dataDir,
    PUBLIC_URL: url,
    SMTP_URL: relayUrl,
    // Nobody plays this store: its orders do not matter here.
    SHOPIFY_STORE_URL: "http://127.0.0.1:1/{shop}",
    // One machine sends as much as a whole town.
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
  // The first process fills the demo store.
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
