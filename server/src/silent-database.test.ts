import { createTransport } from "nodemailer";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWayToDatabase, type WayToDatabase } from "../../stand-ins/way-to-database.ts";
import { type RunningServer, startRoles } from "./serve.ts";
import { mailOf } from "./testing/mail-at-desk.ts";
import { jsonOf } from "./testing/open-browser.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { openScreen } from "./testing/open-screen.ts";
import { until } from "./testing/take-mail.ts";
import { type Person, signUp } from "./testing/test-people.ts";

// All roles on a database whose connections are dropped without a word, with a small part of the usual patience.
const patience = { statementMs: 800, lockMs: 0, idleMs: 0 };
const hasty = {
  ...{ requestPatience: { ...patience, lockMs: 200 }, jobPatience: patience, beat: { everyMs: 200, withinMs: 800 } },
  stopping: { doorMs: 800, jobsMs: 800, restMs: 300 },
};

let desk: Desk;
let way: WayToDatabase;
let server: RunningServer;
let owner: Person;
beforeEach(async () => {
  // What the test itself asks comes by another way.
  desk = await openDesk({ roles: ["web"] });
  way = await openWayToDatabase(desk.ownerUrl);
  const settings = { ...desk.services.settings, ...hasty, roles: ["web", "worker", "smtp"] as const };
  server = await startRoles(settings, way.url, pino({ level: "silent" }));
  owner = await signUp(desk);
});
afterEach(async () => {
  await way.shut();
  await desk.stop();
});

const url = () => `http://127.0.0.1:${server.httpPort}`;

async function health(path: string) {
  const response = await fetch(`${url()}/health${path}`);
  return { code: response.status, ...(await jsonOf(response)) };
}

/** The answer to a mail, and after how many milliseconds it came. */
async function send(subject: string): Promise<{ answer: string; ms: number }> {
  const transport = createTransport({ host: "127.0.0.1", port: server.smtpPort ?? 0, ignoreTLS: true });
  const began = performance.now();
  const envelope = { from: "ann@customer.example", to: owner.supportEmail };
  const sent = transport.sendMail({ envelope, raw: mailOf({ subject }) });
  const answer = await sent.then(
    ({ response }) => response,
    (error: unknown) => String(error),
  );
  transport.close();
  return { answer, ms: performance.now() - began };
}

const ticketOf = (subject: string) =>
  until(async () => (await owner.api.tickets.list({ view: "active" })).items.find((one) => one.subject === subject));

test("after a failover that nobody is told of, mail comes in, the worker works and screens hear, all by themselves", async () => {
  await until(async () => (await health("")).code === 200);
  expect((await send("Before")).answer).toMatch(/^250 /);
  await ticketOf("Before");
  const before = await openScreen({ ...desk, url: url() }, owner);

  way.fallSilent();
  // Whoever cannot take a mail says so soon, and its sender comes again.
  await until(async () => {
    const { answer, ms } = await send("After");
    expect(ms).toBeLessThan(10_000);
    return answer.startsWith("250 ");
  });
  await ticketOf("After");
  // The screen that may have missed something was told to come again; the next one hears.
  await until(async () => !before.isConnected());
  const after = await until(() => openScreen({ ...desk, url: url() }, owner).catch(() => null));
  const { length } = after.events;
  await until(async () => (await send("Heard")).answer.startsWith("250 "));
  await until(async () => after.events.length > length);
  await until(async () => (await health("/ready")).code === 200);
  await until(async () => (await health("")).code === 200);
  after.close();
  await server.stop();
});

test("while the database says nothing the process lives, is not ready, and stops when it is told to", async () => {
  await until(async () => (await health("/ready")).code === 200);
  expect(await health("/ready")).toEqual({
    ...{ code: 200, status: "ok" },
    parts: { database: "works", listener: "works", worker: "works", receiver: "works" },
  });
  way.fallSilent(true);
  await until(async () => (await health("/ready")).code === 503);
  expect(await health("")).toMatchObject({ code: 503, status: "trouble", parts: { database: "fails" } });
  expect(await health("/live")).toMatchObject({ code: 200, status: "ok", parts: { listener: "works" } });
  const began = performance.now();
  await server.stop().catch((error: Error) => expect(error.message).toContain("did not end in time"));
  const { doorMs, jobsMs, restMs } = hasty.stopping;
  expect(performance.now() - began).toBeLessThan(doorMs + jobsMs + 4 * restMs + 3_000);
});
