import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../server/src/platform/db/embedded/embedded-postgres.ts";
import { type Browser, openBrowser } from "../../server/src/testing/open-browser.ts";
import { openSmtpSink, type SmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { clearDesk, type SpawnedDesk, spawnDesk } from "../../server/src/testing/spawn-desk.ts";
import { until } from "../../server/src/testing/take-mail.ts";
import { type NameServerStandIn, startNameServer } from "../../stand-ins/name-server.ts";

/** A store whose owner is signed in. */
export type Store = { id: string; address: string; browser: Browser };

/** A process for people and mail, two workers, and the name servers and relay they use. */
export type Installation = {
  url: string;
  smtpPort: number;
  names: NameServerStandIn;
  relay: SmtpSink;
  /** Signs up a store, and confirms its owner's address by the mail. */
  newStore(name: string): Promise<Store>;
  /** Kills some of the two workers, and starts others in their place. */
  killWorkers(which: readonly number[]): Promise<void>;
  /** Queries as the database's owner on behalf of a store: `current_client_id()`. */
  rows<Row extends pg.QueryResultRow>(store: Store, sql: string, values?: unknown[]): Promise<Row[]>;
  /** Stops everything in order; returns the exit codes. */
  stop(): Promise<(number | null)[]>;
  /** Kills what still runs, and deletes its data. */
  close(): Promise<void>;
};

const password = "correct horse battery";

/** Starts an installation without a store. Its name servers and relay are on this machine, and work well until changed. */
export async function openInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-floods-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  // Every domain lets this machine send, and none has a policy.
  const names = await startNameServer({ "* *": ["v=spf1 ip4:127.0.0.1 -all"] });
  const relay = await openSmtpSink();
  const env = {
    DESKHAND_DATA: dataDir,
    DNS_SERVERS: names.address,
    SMTP_URL: relay.url,
    SIGN_UP: "open",
    SHOPIFY_STORE_URL: "http://127.0.0.1:1/{shop}",
    // One machine sends as much as a whole town.
    REQUESTS_PER_PERSON: "0",
    SENDING_QUOTA: "0",
    INTAKE_MB_PER_HOST: "0",
    SMTP_UNLIMITED_HOSTS: "127.0.0.1",
  };
  const startWorker = () => spawnDesk({ env: { ...env, ROLE: "worker" }, args: ["--empty"] });
  const door = await spawnDesk({ env: { ...env, ROLE: "web,smtp" }, args: ["--empty"] });
  const workers: SpawnedDesk[] = await Promise.all([startWorker(), startWorker()]);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 2 });
  owner.on("error", () => undefined); // A failed test's locks end with the database.
  return {
    url: door.url,
    smtpPort: door.smtpPort,
    names,
    relay,
    newStore: (name) => signUp(door, relay, name),
    async killWorkers(which) {
      const replace = async (index: number) => {
        await workers[index]?.end("SIGKILL");
        workers[index] = await startWorker();
      };
      await Promise.all(which.map(replace));
    },
    async rows<Row extends pg.QueryResultRow>({ id }: Store, sql: string, values: unknown[] = []) {
      const client = await owner.connect();
      try {
        await client.query("select set_config('app.client_id', $1, false)", [id]);
        return (await client.query<Row>(sql, values)).rows;
      } finally {
        client.release();
      }
    },
    stop: () => Promise.all([...workers, door].map((desk) => desk.end("SIGTERM"))),
    async close() {
      void owner.end();
      await postgres.stop();
      await clearDesk(dataDir);
      await Promise.all([relay.close(), names.stop()]);
    },
  };
}

async function signUp({ url }: SpawnedDesk, relay: SmtpSink, name: string): Promise<Store> {
  const browser = openBrowser(url, url);
  const email = `owner@${name}.example`;
  await expectOk(await browser.send("/api/auth/sign-up/email", { json: { email, password, name: "Olive Owner" } }));
  const mail = await until(async () => relay.mails.find(({ envelopeTo }) => envelopeTo[0] === email));
  const token = /https?:\/\/[^\s/]+\/[a-z-]+#([\w-]+)/.exec(mail.parsed.text ?? "")?.[1];
  await expectOk(await browser.send("/api/auth/links/confirm", { json: { token, password } }));
  const { client } = await browser.api.account.me();
  return { id: client.id, address: client.supportEmail, browser };
}

async function expectOk(response: Response): Promise<void> {
  if (response.status >= 400) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
}
