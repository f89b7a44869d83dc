import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWayToDatabase, type WayToDatabase } from "../../stand-ins/way-to-database.ts";
import { createLog } from "./platform/log/create-log.ts";
import { foldOutages } from "./platform/log/fold-outages.ts";
import { usualStopping } from "./platform/settings.ts";
import { type RunningServer, startRoles } from "./serve.ts";
import { mailOf } from "./testing/mail-at-desk.ts";
import { jsonOf } from "./testing/open-browser.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { openScreen } from "./testing/open-screen.ts";
import { until } from "./testing/take-mail.ts";
import { newOwner, type Person } from "./testing/test-people.ts";

// Runs all roles on a database whose connections fall silent, with much shorter time limits than usual.
const patience = { statementMs: 800, lockMs: 0, idleMs: 0 };
const hasty = {
  requestPatience: { ...patience, lockMs: 200 },
  jobPatience: patience,
  beat: { everyMs: 200, withinMs: 800 },
};
/** For stopping on a silent database, which usually takes more than a minute. */
const hastyStopping = { doorMs: 800, jobsMs: 800, restMs: 300 };

let desk: Desk;
let way: WayToDatabase;
let server: RunningServer;
const lines: { msg: string; outage?: string; folded?: number }[] = [];
let owner: Person;
beforeEach(async () => {
  // The test's own queries take another way.
  desk = await openDesk({ roles: ["web"] });
  way = await openWayToDatabase(desk.ownerUrl);
  lines.length = 0;
  server = await startAll();
  owner = await newOwner(desk);
});
afterEach(async () => {
  await way.shut();
  await desk.stop();
});

function startAll(stopping = usualStopping): Promise<RunningServer> {
  const settings = { ...desk.services.settings, ...hasty, stopping, roles: ["web", "worker", "smtp"] as const };
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLog({ hooks: { logMethod: foldOutages(way.url, 5_000) } }, { write });
  return startRoles(settings, way.url, log);
}

const url = () => `http://127.0.0.1:${server.httpPort}`;

async function health(path: string) {
  const response = await fetch(`${url()}/health${path}`);
  return { code: response.status, ...(await jsonOf(response)) };
}

/** Sends a mail; returns the server's reply. */
async function send(subject: string): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port: server.smtpPort ?? 0, ignoreTLS: true });
  const envelope = { from: "ann@customer.example", to: owner.supportEmail };
  const sent = transport.sendMail({ envelope, raw: mailOf({ subject }) });
  const answer = await sent.then(
    ({ response }) => response,
    (error: unknown) => String(error),
  );
  transport.close();
  return answer;
}

const ticketOf = (subject: string) =>
  until(async () => (await owner.api.tickets.list({ view: "active" })).items.find((each) => each.subject === subject));

/** Whether a new screen hears of a mail. It may be cut off when a process that paused takes its own connection for silent. */
async function hearsScreen(): Promise<boolean> {
  const screen = await openScreen({ ...desk, url: url() }, owner).catch(() => null);
  if (!screen) return false;
  const { length } = screen.events;
  await until(async () => (await send("Heard")).startsWith("250 "));
  await until(async () => screen.events.length > length || !screen.isConnected());
  screen.close();
  return screen.events.length > length;
}

test("after a silent failover mail comes in, the worker works and screens hear again, all by themselves", async () => {
  await until(async () => (await health("")).code === 200);
  expect(await send("Before")).toMatch(/^250 /);
  await ticketOf("Before");
  const before = await openScreen({ ...desk, url: url() }, owner);

  way.fallSilent();
  // A process that cannot accept a mail says so soon, and the sender tries again.
  await until(async () => (await send("After")).startsWith("250 "));
  await ticketOf("After");
  // The screen that may have missed something is told to reconnect; a new one hears.
  await until(async () => !before.isConnected());
  await until(hearsScreen);
  await until(async () => (await health("/ready")).code === 200);
  await until(async () => (await health("")).code === 200);
  await server.stop();
});

test("once the silence is noticed, nobody gets an idle connection that fell silent", async () => {
  await server.stop();
  // A request on such a connection waits for 19 seconds, a mail for 75, and then fails.
  const { requestPatience, jobPatience } = desk.services.settings;
  const settings = { ...desk.services.settings, ...hasty, requestPatience, jobPatience, stopping: hastyStopping };
  const write = (line: string) => void lines.push(JSON.parse(line));
  server = await startRoles({ ...settings, roles: ["web", "smtp"] }, way.url, createLog({}, { write }));
  const list = () => fetch(`${url()}/api/tickets`, { headers: { cookie: owner.cookieHeader() } });
  await Promise.all(Array.from({ length: 6 }, list));
  lines.length = 0;
  way.fallSilent();
  await until(async () => lines.some(({ msg }) => msg === "listening connection lost"));
  expect((await Promise.all(Array.from({ length: 6 }, list))).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await send("After")).toMatch(/^250 /);
  // Queries from before it was noticed still wait.
  await server.stop().catch((error: Error) => expect(error.message).toContain("did not end in time"));
});

test("while the database is silent the process lives, is not ready, and stops when told to", async () => {
  await server.stop();
  server = await startAll(hastyStopping);
  await until(async () => (await health("/ready")).code === 200);
  expect(await health("/ready")).toEqual({
    code: 200,
    status: "ok",
    parts: { database: "works", listener: "works", worker: "works", receiver: "works" },
  });
  way.fallSilent(true);
  await until(async () => (await health("/ready")).code === 503);
  expect(await health("")).toMatchObject({ code: 503, status: "trouble", parts: { database: "fails" } });
  expect(await health("/live")).toMatchObject({ code: 200, status: "ok", parts: { listener: "works" } });
  // If told that nobody is signed in, a screen would go to the sign-in page.
  await expect(openScreen({ ...desk, url: url() }, owner)).rejects.toThrow("unavailable");
  await server.stop().catch((error: Error) => expect(error.message).toContain("did not end in time"));
});

test("resets of all database connections are two log lines, and one for each part, however many fail", async () => {
  await until(async () => (await health("")).code === 200);
  const screen = await openScreen({ ...desk, url: url() }, owner);
  lines.length = 0;
  way.reset(true);
  let failed = 0;
  while (failed < 60) {
    const response = await fetch(`${url()}/api/tickets`, { headers: { cookie: owner.cookieHeader() } });
    if (response.status === 503) failed += 1;
    if (failed % 10 === 0) expect(await send(`During ${failed}`)).toMatch(/4\d\d/);
  }
  way.reset(false);
  await until(async () => (await health("")).code === 200);
  await until(async () => lines.some(({ msg }) => msg.startsWith("Nothing fails by the database")));
  const told = lines.map(({ msg }) => msg);
  expect(told.filter((msg) => msg.startsWith("The database does not answer"))).toHaveLength(1);
  expect(told.length, told.join("\n")).toBeLessThan(12);
  screen.close();
  await server.stop();
});
