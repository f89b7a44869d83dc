import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import pg from "pg";
import { pino } from "pino";
import { fillDemo, findDemoSignIns } from "../server/src/demo/fill-demo.ts";
import { readMail } from "../server/src/domains/intake/index.ts";
import { readSettings } from "../server/src/env.ts";
import { startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import { serve } from "../server/src/serve.ts";

// npm run walks [-- --counts]: lists the project's files that take part in one mail and one reply. A file does if one of its
// functions runs (not the module's own body), which V8's coverage shows on a whole desk with its demo store.

const root = new URL("../", import.meta.url).href;
const store = "help+weavery2@deskhand.localhost";
type Mail = ReturnType<typeof mailOf> & { inReplyTo?: string };
/** Functions that timers call: most of these run every one to ten seconds. */
const byItself = new Set<string>();
const isProject = /^(?:server|contract|email)\/src\/(?!.*\.test\.ts$)/;

const dataDir = await mkdtemp(join(tmpdir(), "deskhand-walks-"));
// The server's periodic upkeep does not belong to the walk.
const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, "db"), leaving: Promise.resolve() });
const settings = {
  ...readSettings(),
  dataDir,
  secret: randomUUID(),
  smtpTls: null,
  host: "127.0.0.1",
  port: 0,
  smtpPort: 0,
  nameServers: "off",
} as const;
await mkdir(dataDir, { recursive: true });
const desk = await serve(settings, postgres.ownerUrl, pino({ level: "silent" }), async () => {
  await fillDemo(postgres.ownerUrl, settings);
});
const url = `http://127.0.0.1:${desk.httpPort}`;
const owner = new pg.Client({ connectionString: postgres.ownerUrl });
const smtp = createTransport({
  host: "127.0.0.1",
  port: desk.smtpPort ?? 0,
  secure: false,
  tls: { rejectUnauthorized: false },
});
const profiler = new Session();
profiler.connect();
try {
  await owner.connect();
  await owner.query(
    "select set_config('app.client_id', (select client_id::text from inbound_addresses limit 1), false)",
  );
  const cookie = await signIn();
  await profiler.post("Profiler.enable");
  await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await endSchedules();
  const opening = mailOf("Where is my lamp?", "It should be here by now.");
  // The first mail and reply open connections and fill caches, which do not belong to the walk.
  await takeMail({ ...opening, messageId: `<${randomUUID()}@customer.example>` });
  for (const { key } of await functionsOf(() => sleep(11_000))) byItself.add(key);

  let messageId = "";
  const ticket = await fewestFilesOf(async () => {
    messageId = `<${randomUUID()}@customer.example>`;
    await takeMail({ ...opening, messageId });
    await readAsTheThread(opening);
  });
  const quoted = "On Mon, Nov 2, 2026 at 9:12 AM Lumen & Loom <help@lumenandloom.example> wrote:\n> It is on its way.";
  const again = { ...mailOf("Re: Where is my lamp?", `It came, thanks.\n\n${quoted}`), inReplyTo: messageId };
  await takeMail({ ...again, messageId: `<${randomUUID()}@customer.example>` });
  const message = await fewestFilesOf(async () => {
    await takeMail({ ...again, messageId: `<${randomUUID()}@customer.example>` });
    await readAsTheThread(again);
  });
  await sendReply(cookie);
  const reply = await fewestFilesOf(() => sendReply(cookie));
  report("A mail that becomes a ticket", ticket);
  report("A mail that becomes a message", message);
  report("A reply", reply);
} finally {
  profiler.disconnect();
  smtp.close();
  await owner.end();
  await desk.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Takes a walk three times and returns the shortest result, as other work of the desk counts too. */
async function fewestFilesOf(walk: () => Promise<void>): Promise<string[]> {
  let fewest = await filesOf(walk);
  for (let again = 0; again < 2; again++) {
    const files = await filesOf(walk);
    if (files.length < fewest.length) fewest = files;
  }
  return fewest;
}

/** Returns the project's files with functions that run during `walk` and that the desk does not run by itself. */
async function filesOf(walk: () => Promise<void>): Promise<string[]> {
  const passed = await functionsOf(walk);
  return [...new Set(passed.filter(({ key }) => !byItself.has(key)).map(({ path }) => path))].sort();
}

/** Returns the project's functions that run during `walk`. */
async function functionsOf(walk: () => Promise<void>): Promise<{ path: string; key: string }[]> {
  await profiler.post("Profiler.takePreciseCoverage");
  await walk();
  const { result } = await profiler.post("Profiler.takePreciseCoverage");
  return result.flatMap(({ url: file, functions }) => {
    const path = file.startsWith(root) ? file.slice(root.length) : "";
    if (!isProject.test(path)) return [];
    // The module's own body has no name and begins at the start of the file.
    return functions.flatMap(({ functionName, ranges: [range] }) =>
      range && range.count > 0 && (functionName !== "" || range.startOffset > 0)
        ? [{ path, key: `${path}:${range.startOffset}` }]
        : [],
    );
  });
}

/** Writes a mail as mail programs do: text, the same as HTML, and a picture. */
function mailOf(subject: string, text: string) {
  const html = `<div>${text.replaceAll("\n", "<br>")}</div>`;
  const attachments = [{ filename: "lamp.png", content: Buffer.from("not really a picture") }];
  return { from: '"Ann Smith" <ann@customer.example>', to: store, subject, text, html, attachments };
}

/** Sends a mail by SMTP and waits until the intake is done with it. */
async function takeMail(mail: Mail & { messageId: string }): Promise<void> {
  const before = await count("mail_log where state in ('ticket_created', 'reply_added')");
  await smtp.sendMail({ ...mail, text: `${mail.text} ${mail.messageId}` });
  while ((await count("mail_log where state in ('ticket_created', 'reply_added')")) === before) await sleep(20);
  await sleep(300);
}

/** Reads the mail again here, as this profiler cannot see the thread that reads mail. */
async function readAsTheThread(mail: Mail): Promise<void> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  if (!Buffer.isBuffer(message)) throw new TypeError("The mail was to be one buffer");
  await readMail({ raw: message, attachmentFolder: join(dataDir, randomUUID()), envelopeFrom: "ann@customer.example" });
}

/** Replies to the newest ticket and waits until the reply is sent. */
async function sendReply(cookie: string): Promise<void> {
  const { rows } = await owner.query<{ id: string; last: string }>(
    `select t.id, (select m.id from ticket_messages m where m.ticket_id = t.id order by created_at desc, m.id desc limit 1) as last
     from support_tickets t order by ticket_number desc limit 1`,
  );
  const [ticket] = rows;
  if (!ticket) throw new Error("The mails made no ticket");
  const before = await count("outgoing_mails where state = 'sent'");
  const body = {
    content: "It is on its way.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: ticket.last,
    sendAnyway: true,
  };
  await post(`/api/tickets/${ticket.id}/replies`, body, cookie);
  while ((await count("outgoing_mails where state = 'sent'")) === before) await sleep(20);
  await sleep(300);
}

async function signIn(): Promise<string> {
  const [first] = await findDemoSignIns(postgres.ownerUrl);
  const answer = await post("/api/auth/sign-in/email", first ?? {}, "");
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function post(path: string, body: object, cookie: string): Promise<Response> {
  const headers = { "content-type": "application/json", origin: settings.publicUrl, cookie };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function count(from: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return rows[0]?.count ?? 0;
}

/** Removes the schedules, which would run in some walks and not in others. */
async function endSchedules(): Promise<void> {
  const { rows } = await owner.query<{ name: string }>("delete from pgboss.schedule returning name");
  // pg-boss sends the schedules that are already due with a queue of its own.
  const names = ["__pgboss__send-it", ...rows.map(({ name }) => name)];
  await owner.query("delete from pgboss.job where name = any ($1) and state = 'created'", [names]);
}

function report(name: string, files: string[]): void {
  console.log(`${name} passes ${files.length} files`);
  if (!process.argv.includes("--counts")) console.log(files.map((file) => `  ${file}`).join("\n"));
}
