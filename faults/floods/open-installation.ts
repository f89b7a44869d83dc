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

/** A process that people and mail come to, two that work, and what they ask and send by. */
export type Installation = {
  url: string;
  smtpPort: number;
  names: NameServerStandIn;
  relay: SmtpSink;
  /** Signs a store up, by the mail that confirms its owner's address. */
  newStore(name: string): Promise<Store>;
  /** Ends some of the two workers without a word, and starts others in their place. */
  killWorkers(which: readonly number[]): Promise<void>;
  /** Asks as the owner of the database, in the name of a store: `current_client_id()`. */
  rows<Row extends pg.QueryResultRow>(store: Store, sql: string, values?: unknown[]): Promise<Row[]>;
  /** Ends all in order; gives their exit codes. */
  stop(): Promise<(number | null)[]>;
  /** Ends what still runs, and removes what they kept. */
  close(): Promise<void>;
};

const password = "correct horse battery";

/** Starts an installation without a store whose name servers and relay are on this machine, and good until they are turned. */
export async function openInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-floods-"));
  await chmod(dataDir, 0o711); // As root, PostgreSQL's user must pass through.
  // Whatever is asked, this machine may send for it; there are no policies.
  const names = await startNameServer({ "* *": ["v=spf1 ip4:127.0.0.1 -all"] });
  const relay = await openSmtpSink();
  const env = {
    DESKHAND_DATA: dataDir,
    DNS_SERVERS: names.address,
    SMTP_URL: relay.url,
    SIGN_UP: "open",
    SHOPIFY_STORE_URL: "http://127.0.0.1:1/{shop}",
    // One machine sends what a town does.
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
  owner.on("error", () => undefined); // What a failed test still holds ends with the database.
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
