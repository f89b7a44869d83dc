import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTransport } from "nodemailer";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { copyTestDatabase, testSecret } from "../../../platform/db/test-databases.ts";
import { mailOf } from "../../../platform/testing/mail-at-desk.ts";
import { makeTestTenant, testMailDomain } from "../../../platform/testing/make-test-tenant.ts";

const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
const mails = 200;
const killAfter = 60;

test("kill -9 during a burst of 200 mails loses none that was acknowledged and repeats none", async () => {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-kill-"));
  const store = await makeTestTenant(ownerUrl);
  let server = await startServer(ownerUrl, dataDir);
  const acknowledged = new Set<string>();
  try {
    const refused = await sendAll(server, store.address, subjects(), (subject) => {
      acknowledged.add(subject);
      if (acknowledged.size === killAfter) server.process.kill("SIGKILL");
    });
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter);
    expect(refused.length).toBeGreaterThan(0);

    server = await startServer(ownerUrl, dataDir);
    const atOnce = await logged(ownerUrl, store.id);
    for (const subject of acknowledged) expect(atOnce.filter((row) => row.subject === subject)).toHaveLength(1);

    // Its sender tries again what it got no 250 for.
    await sendAll(server, store.address, refused, (subject) => acknowledged.add(subject));
    const all = await logged(ownerUrl, store.id);
    const tickets = all.filter(({ state }) => state === "ticket_created").map(({ subject }) => subject);
    expect(tickets.sort()).toEqual(subjects().sort());
    expect(all.every(({ state }) => state === "ticket_created" || state === "duplicate")).toBe(true);
  } finally {
    server.process.kill("SIGKILL");
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 90_000);

const subjects = () => Array.from({ length: mails }, (_, number) => `Mail number ${number}`);
// The same bytes each time it is sent.
const bodies = new Map(
  subjects().map((subject, number) => [subject, mailOf({ subject, from: `c${number}@customer.example` })]),
);

type Server = { process: ChildProcess; smtpPort: number };

function startServer(ownerUrl: string, dataDir: string): Promise<Server> {
  const env = {
    PATH: "",
    HOST: "127.0.0.1",
    PORT: "0",
    SMTP_PORT: "0",
    ROLE: "worker,smtp",
    DATABASE_URL: ownerUrl,
    DESKHAND_DATA: dataDir,
    DESKHAND_SECRET: testSecret,
    MAIL_DOMAIN: testMailDomain,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let told = "";
    const listen = (piece: Buffer) => {
      told += piece.toString();
      const port = /SMTP on port (\d+)/.exec(told)?.[1];
      if (port) resolve({ process: child, smtpPort: Number(port) });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${told}`)));
  });
}

/** Sends over eight connections at once; answers those that got no 250. */
async function sendAll(server: Server, to: string, all: string[], onAcknowledged: (subject: string) => void) {
  const transport = createTransport({
    host: "127.0.0.1",
    port: server.smtpPort,
    pool: true,
    maxConnections: 8,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  transport.on("error", () => undefined);
  const refused: string[] = [];
  await Promise.all(
    all.map(async (subject) => {
      try {
        await transport.sendMail({ envelope: { from: "a@b.example", to }, raw: bodies.get(subject) ?? "" });
        onAcknowledged(subject);
      } catch {
        // The server is gone: a sender keeps the mail and tries again.
        refused.push(subject);
      }
    }),
  );
  transport.close();
  return refused;
}

/** The store's log once nothing waits any more. */
async function logged(ownerUrl: string, tenantId: string): Promise<{ subject: string; state: string }[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`set app.client_id = '${tenantId}'`);
    for (;;) {
      const { rows } = await client.query("select subject, state from mail_log");
      if (rows.every(({ state }) => state !== "received")) return rows;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await client.end();
  }
}
