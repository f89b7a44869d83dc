import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openWayToDatabase } from "../../../../stand-ins/way-to-database.ts";
import { startRoles } from "../../serve.ts";
import { msFromNow } from "../../testing/from-now.ts";
import type { Browser } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen, type Screen } from "../../testing/open-screen.ts";
import { until } from "../../testing/take-mail.ts";
import { testSecret } from "../../testing/test-databases.ts";
import { customerReplies, makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person, signIn } from "../../testing/test-people.ts";
import { urlForRole } from "../db/roles.ts";
import { emit } from "../events.ts";
import { claimPorts } from "../start/claim-ports.ts";
import { listenerName } from "./listen.ts";

/** A transaction that has slept and waits for its next statement. */
const hasSlept = "select from pg_stat_activity where state = 'idle in transaction' and query like 'select pg_sleep(%'";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const screens: Screen[] = [];
afterEach(() => {
  for (const screen of screens.splice(0)) screen.close();
});

async function open(person: Browser, after: number | null = null): Promise<Screen> {
  const screen = await openScreen(app, person, { after });
  screens.push(screen);
  return screen;
}

const numbersOf = ({ events }: Screen) => events.map(({ number }) => number);
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Emits a store's events, each in its own transaction; returns the store's latest number. */
async function emitEvents({ tenantId }: Person, times: number, isAtOnce = false): Promise<number> {
  const emitOne = () =>
    app.services.db.withTenant(tenantId, (tx) => emit(tx, "ticket.updated", { ticketId: randomUUID() }));
  if (isAtOnce) await Promise.all(Array.from({ length: times }, emitOne));
  else for (let index = 0; index < times; index += 1) await emitOne();
  const [row] = await app.asOwner<{ last: string }>("select last_number as last from event_counters", [], tenantId);
  return Number(row?.last);
}

test("leaves non-websocket requests to the website, which limits bodies there too", async () => {
  const pollRequest = request(`${app.url}/socket.io/?EIO=4&transport=polling`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", "content-length": 1e9 },
  });
  pollRequest.on("error", () => undefined); // Disconnected while sending.
  const closed = new Promise((resolve) => pollRequest.once("close", resolve));
  const responded = once(pollRequest, "response");
  const piece = Buffer.alloc(1024 * 1024);
  let sent = 0;
  const send = () => {
    while (!pollRequest.destroyed && sent < 1_000) {
      sent += 1;
      if (!pollRequest.write(piece)) return void pollRequest.once("drain", send);
    }
  };
  send();
  expect((await responded)[0].statusCode).toBe(404);
  await closed;
  expect(sent).toBeLessThan(50);
});

test("a screen gets only its own store's events, at once and in order", async () => {
  const stranger = await newOwner(app);
  const [ours, theirs] = [await open(owner), await open(stranger)];
  const { id } = await makeTicket(app, owner, { subject: "Live" });
  await customerReplies(app, owner, id, "Again");
  const last = await emitEvents(owner, 1);
  await ours.hears(last);
  expect(numbersOf(ours)).toEqual(count(ours.readyAt + 1, last));
  expect(ours.events.map(({ type }) => type)).toEqual([
    "ticket.created",
    "notification.created",
    "message.created",
    "message.created",
    "notification.created",
    "ticket.updated",
  ]);
  expect(ours.events[0]).toMatchObject({ payload: { ticketId: id, subject: "Live", createdBy: null } });
  expect(theirs.events).toEqual([]);
});

test("resends missed events after a reconnect, from the last number seen", async () => {
  const first = await open(owner);
  const lastSeen = await emitEvents(owner, 3);
  await first.hears(lastSeen);
  first.close();
  const witness = await open(owner);
  const last = await emitEvents(owner, 5);
  // Otherwise the events themselves may still be on their way when the second screen connects.
  await witness.hears(last);
  const second = await open(owner, lastSeen);
  await second.hears(last);
  expect(numbersOf(second)).toEqual(count(lastSeen + 1, last));
  expect(second.readyAt).toBe(last);
  const upToDate = await open(owner, last);
  const next = await emitEvents(owner, 1);
  await upToDate.hears(next);
  expect([numbersOf(upToDate), upToDate.resets]).toEqual([[next], []]);
});

test("a screen that missed up to 200 events gets each; one that missed more reloads everything", async () => {
  const store = await newOwner(app);
  const witness = await open(store);
  const last = await emitEvents(store, 230);
  // Otherwise the last event itself may still be on its way when the next screen connects.
  await witness.hears(last);
  const some = await open(store, last - 200);
  await some.hears(last);
  expect(numbersOf(some)).toEqual(count(last - 199, last));
  const most = await open(store, last - 201);
  await until(async () => most.resets.length > 0);
  expect([most.resets, most.events]).toEqual([[last], []]);
});

test("an invalid or future number gets nothing and does no harm", async () => {
  const witness = await open(owner);
  const last = await emitEvents(owner, 1);
  // Otherwise the event itself may still be on its way when the next screen connects.
  await witness.hears(last);
  for (const after of [null, -0.5, Number.NaN, last + 1_000]) {
    const screen = await open(owner, after);
    expect([screen.readyAt, screen.events]).toEqual([last, []]);
  }
});

test("a screen gets all events since it began to load, however long their transactions, and no earlier ones", async () => {
  const store = await newOwner(app);
  const witness = await open(store);
  const before = await emitEvents(store, 2);
  await witness.hears(before);
  await app.asOwner("update events set created_at = created_at - interval '10 minutes'", [], store.tenantId);
  const screenOf = async (age: unknown) => {
    const screen = await openScreen(app, store, { age });
    screens.push(screen);
    return screen;
  };
  // Events committed while connecting may come twice: screens skip repeated ones.
  const seenBy = (screen: Screen) => [...new Set(numbersOf(screen))];
  const idle = await screenOf(400);
  // It begins long before the page, and is numbered after it.
  const pageBegins = Promise.withResolvers<void>();
  const late = app.services.db.withTenant(store.tenantId, async (tx) => {
    await sql`select pg_sleep(2.5)`.execute(tx);
    await pageBegins.promise;
    await emit(tx, "ticket.updated", { ticketId: randomUUID() });
  });
  await until(async () => (await app.db.pool.query(hasSlept)).rowCount === 1);
  const began = msFromNow({});
  pageBegins.resolve();
  await late;
  const loading = await screenOf(() => msFromNow({}) - began);
  await loading.hears(before + 1);
  expect([seenBy(loading), loading.readyAt]).toEqual([[before + 1], before + 1]);
  await idle.hears(before + 1);
  expect(seenBy(idle)).toEqual([before + 1]);
  const old = await screenOf(20 * 60 * 1000);
  await old.hears(before + 1);
  expect(seenBy(old)).toEqual([before - 1, before, before + 1]);
  for (const age of [-1, Number.NaN, "400", null, {}, 10 ** 12]) {
    const none = await screenOf(age);
    expect([none.readyAt, none.events]).toEqual([before + 1, []]);
  }
});

test("a screen that loaded during more than 200 events reloads everything", async () => {
  const store = await newOwner(app);
  const witness = await open(store);
  await witness.hears(await emitEvents(store, 203));
  const screen = await openScreen(app, store, { age: 10 * 60 * 1000 });
  screens.push(screen);
  await until(async () => screen.resets.length > 0);
  expect(screen.events).toEqual([]);
});

test("50 concurrent transactions leave no gap in the numbers and arrive in order", async () => {
  const store = await newOwner(app);
  const screen = await open(store);
  const failing = app.services.db.withTenant(store.tenantId, async (tx) => {
    await emit(tx, "ticket.updated", { ticketId: randomUUID() });
    throw new Error("Not after all");
  });
  const [last] = await Promise.all([emitEvents(store, 50, true), failing.catch(() => undefined)]);
  await screen.hears(screen.readyAt + 50);
  expect(last).toBe(screen.readyAt + 50);
  expect(numbersOf(screen)).toEqual(count(screen.readyAt + 1, last));
});

test("refuses screens without a valid session or from another site", async () => {
  const person = await newOwner(app);
  await expect(openScreen(app, app.visit())).rejects.toThrow("not_signed_in");
  await expect(
    openScreen(app, person, { cookie: person.cookieHeader().replace("session_token=", "session_token=x") }),
  ).rejects.toThrow("not_signed_in");
  for (const origin of ["https://evil.example", "null", "not an origin"]) {
    await expect(openScreen(app, person, { origin })).rejects.toThrow();
  }
  (await openScreen(app, person, { origin: app.services.settings.publicUrl })).close();
  const cookie = person.cookieHeader();
  await person.send("/api/auth/sign-out", { json: {} });
  await expect(openScreen(app, person, { cookie })).rejects.toThrow("not_signed_in");
});

test("signing out closes all screens of the person's sessions, and nobody else's", async () => {
  const person = await newOwner(app);
  const phone = await signIn(app, person);
  const colleague = await addColleague(app, person, "agent");
  const [desk, ofPhone, ofColleague] = [await open(person), await open(phone), await open(colleague)];
  await person.send("/api/auth/sign-out", { json: {} });
  await until(async () => !desk.isConnected() && !ofPhone.isConnected());
  expect(ofColleague.isConnected()).toBe(true);
});

test("a deleted session and a deactivated person lose their screens", async () => {
  const person = await newOwner(app);
  const phone = await signIn(app, person);
  const [desk, ofPhone] = [await open(person), await open(phone)];
  await app.asOwner(
    "delete from sessions where id = (select id from sessions where user_id = $1 order by created_at desc limit 1)",
    [person.userId],
  );
  await until(async () => !ofPhone.isConnected());
  expect(desk.isConnected()).toBe(true);
  await app.asOwner("update users set is_active = false where id = $1", [person.userId], person.tenantId);
  await until(async () => !desk.isConnected());
});

test("a starting server accepts nobody it cannot serve yet", async () => {
  const way = await openWayToDatabase(app.ownerUrl);
  way.delayNew(300);
  const { port } = await claimPorts({ ...app.services.settings, roles: ["web"], port: 0 });
  const settings = { ...app.services.settings, roles: ["web"] as const, port };
  const starting = startRoles(settings, way.url, app.services.log);
  // The first to be accepted.
  const screen = await until(() => openScreen({ url: `http://127.0.0.1:${port}` }, owner).catch(() => null));
  screens.push(screen);
  await screen.hears(await emitEvents(owner, 1));
  await (await starting).stop();
  await way.shut();
});

test("reopens a lost listening connection and catches screens up", async () => {
  const screen = await open(owner);
  await cutListener();
  const missed = await emitEvents(owner, 1);
  await until(async () => !screen.isConnected());
  const reconnected = await open(owner, screen.events.at(-1)?.number ?? screen.readyAt);
  await reconnected.hears(missed);
  const next = await emitEvents(owner, 1);
  await reconnected.hears(next);
});

/** Ends the listening connection, as its own role. */
async function cutListener(): Promise<void> {
  const client = new pg.Client({ connectionString: urlForRole(app.ownerUrl, "app", testSecret) });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [listenerName],
  );
  expect(rowCount).toBe(1);
  await client.end();
}
