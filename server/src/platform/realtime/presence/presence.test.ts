import type { Doing } from "@deskhand/contract/desk/presence";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openWayToDatabase, type WayToDatabase } from "../../../../../stand-ins/way-to-database.ts";
import { type RunningServer, startRoles } from "../../../serve.ts";
import type { Browser } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { openScreen, type Screen } from "../../../testing/open-screen.ts";
import { until } from "../../../testing/take-mail.ts";
import { testSecret } from "../../../testing/test-databases.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person, signIn } from "../../../testing/test-people.ts";
import { testSettings } from "../../../testing/test-settings.ts";
import { newId } from "../../db/ids.ts";
import { urlForRole } from "../../db/roles.ts";
import { noticesOf } from "./process-channel.ts";

let app: Desk;
let second: RunningServer;
let secondsWay: WayToDatabase;
let ada: Person;
let ben: Person;
let stranger: Person;
beforeAll(async () => {
  app = await openDesk();
  // Another web process on the same database, as behind a load balancer.
  secondsWay = await openWayToDatabase(app.ownerUrl);
  second = await startRoles(await testSettings({ roles: ["web"] }), secondsWay.url, pino({ level: "silent" }));
  ada = await newOwner(app);
  ben = await addColleague(app, ada, "agent");
  stranger = await newOwner(app);
});
afterAll(async () => {
  await second.stop();
  await secondsWay.shut();
  await app.stop();
});

const screens: Screen[] = [];
afterEach(() => {
  for (const screen of screens.splice(0)) screen.close();
});

async function open(person: Browser, url = app.url): Promise<Screen> {
  const screen = await openScreen({ ...app, url }, person);
  screens.push(screen);
  return screen;
}

/** A screen that shows presence, whose person is at no ticket. */
async function watch(person: Browser, url = app.url): Promise<Screen> {
  const screen = await open(person, url);
  await screen.claim([], true);
  return screen;
}

const secondUrl = () => `http://127.0.0.1:${second.httpPort}`;
const at = (ticketId: string, doing: Doing = "looking") => [{ ticketId, doing }];
const isGone = (screen: Screen, person: { userId: string }) =>
  until(async () => screen.placesOf(person).length === 0 && screen.news.length > 0);
const sees = (screen: Screen, person: { userId: string }, ticketId: string, doing: Doing = "looking") =>
  until(async () => screen.placesOf(person).some((place) => place.ticketId === ticketId && place.doing === doing));

test("colleagues see who views, writes, sends and leaves, on this web process and another", async () => {
  const [near, far, adas] = [await watch(ben), await watch(ben, secondUrl()), await open(ada)];
  const ticketId = newId();
  for (const doing of ["looking", "writing", "sending"] as const) {
    await adas.claim(at(ticketId, doing));
    await Promise.all([sees(near, ada, ticketId, doing), sees(far, ada, ticketId, doing)]);
  }
  // New screens are told at once.
  for (const url of [app.url, secondUrl()]) {
    const late = await watch(ben, url);
    expect(late.news[0]).toEqual({ people: [{ userId: ada.userId, at: at(ticketId, "sending") }], isAll: true });
  }
  adas.close();
  await Promise.all([isGone(near, ada), isGone(far, ada)]);
});

test("a person's tabs at two web processes count once, until the last one closes", async () => {
  const watcher = await watch(ben);
  const tabs = [await open(ada), await open(ada), await open(ada, secondUrl())];
  const ticketId = newId();
  await tabs[0]?.claim(at(ticketId));
  await tabs[1]?.claim(at(ticketId, "writing"));
  await tabs[2]?.claim(at(ticketId));
  await sees(watcher, ada, ticketId, "writing");
  expect(watcher.placesOf(ada)).toEqual(at(ticketId, "writing"));
  tabs[1]?.close();
  await sees(watcher, ada, ticketId, "looking");
  tabs[0]?.close();
  tabs[2]?.close();
  await isGone(watcher, ada);
});

test("another store sees nothing, whatever ticket somebody claims", async () => {
  const [theirs, theirsFar] = [await watch(stranger), await watch(stranger, secondUrl())];
  const { id: theirTicket } = await makeTicket(app, stranger, { subject: "Theirs" });
  const [ours, adas, adasFar] = [await watch(ben), await open(ada), await open(ada, secondUrl())];
  await adas.claim(at(theirTicket, "writing"), true);
  await adasFar.claim(at(newId(), "writing"), true);
  await sees(ours, ada, theirTicket, "writing");
  // By then any effect would show.
  const strangers = await open(stranger);
  await strangers.claim(at(theirTicket), true);
  await Promise.all([sees(theirs, stranger, theirTicket), sees(theirsFar, stranger, theirTicket)]);
  const toldThem = [theirs, theirsFar, strangers].flatMap(({ news }) => news.flatMap(({ people }) => people));
  expect(new Set(toldThem.map(({ userId }) => userId))).toEqual(new Set([stranger.userId]));
  expect(JSON.stringify([...ours.news, ...adas.news, ...adasFar.news])).not.toContain(stranger.userId);
});

test("sends presence only on request, and never without a session", async () => {
  const [quiet, watcher, adas] = [await open(ben), await watch(ben), await open(ada)];
  const ticketId = newId();
  await adas.claim(at(ticketId));
  await sees(watcher, ada, ticketId);
  expect([quiet.news, adas.news]).toEqual([[], []]);
  await expect(openScreen(app, app.visit())).rejects.toThrow("not_signed_in");
});

test("people who sign out or are deactivated disappear at once", async () => {
  const [carl, dora] = [await addColleague(app, ada, "agent"), await addColleague(app, ada, "agent")];
  const ticketId = newId();
  const watcher = await watch(ben, secondUrl());
  const [carls, doras] = [await open(carl), await open(dora)];
  await Promise.all([carls.claim(at(ticketId)), doras.claim(at(ticketId))]);
  await Promise.all([sees(watcher, carl, ticketId), sees(watcher, dora, ticketId)]);
  await carl.send("/api/auth/sign-out", { json: {} });
  await app.asOwner("update users set is_active = false where id = $1", [dora.userId], ada.tenantId);
  await Promise.all([isGone(watcher, carl), isGone(watcher, dora)]);
  expect([carls.isConnected(), doras.isConnected()]).toEqual([false, false]);
});

test("an invalid claim changes nothing and ends nothing", async () => {
  const [watcher, adas] = [await watch(ben), await open(ada)];
  const ticketId = newId();
  const proto = JSON.parse('{"at":[{"__proto__":{"doing":"writing"},"ticketId":"constructor"}],"__proto__":{"at":[]}}');
  adas.send("presence", proto, { heard: 1 });
  for (const value of [undefined, null, 1, "x".repeat(9_000), [], {}, { at: "all" }, { at: at("x") }]) {
    adas.send("presence", value);
  }
  adas.send("presence", Buffer.alloc(500), "no function", { at: at(newId()) });
  adas.send("constructor", { at: at(newId()) });
  await adas.claim(at(ticketId));
  await sees(watcher, ada, ticketId);
  expect(watcher.placesOf(ada)).toEqual(at(ticketId));
  expect(adas.isConnected()).toBe(true);
});

test("a flood or an oversized claim ends its own connection, and nothing of it is kept", async () => {
  const [watcher, bens] = [await watch(ben), await open(ben)];
  const ticketId = newId();
  await bens.claim(at(ticketId));
  for (const name of ["presence", "whatever"]) {
    const flood = await open(ada);
    for (let index = 0; index < 10_000; index += 1) flood.send(name, { at: at(newId()), asksForAll: true });
    await until(async () => !flood.isConnected());
    // It was answered within its limit, a small part of the flood.
    expect(flood.news.length).toBeLessThan(1_000);
  }
  const large = await open(ada);
  large.send("presence", { at: [{ ticketId: "x".repeat(1_000_000), doing: "looking" }] });
  await until(async () => !large.isConnected());
  await isGone(watcher, ada);
  await bens.claim(at(ticketId, "writing"));
  await sees(watcher, ben, ticketId, "writing");
  expect(bens.isConnected()).toBe(true);
});

test("silent screens expire, and so do a killed web process's people", async () => {
  const [near, far] = [await watch(ben), await watch(ben, secondUrl())];
  const ticketId = newId();
  const silent = await open(ada);
  await silent.claim(at(ticketId));
  // A process that reports a person and then falls silent.
  const killed = { userId: newId() };
  const process = new pg.Client({ connectionString: urlForRole(app.ownerUrl, "app", testSecret) });
  await process.connect();
  for (const notice of noticesOf(newId(), [{ tenantId: ada.tenantId, ...killed, at: at(ticketId) }])) {
    await process.query("select pg_notify('deskhand_presence', $1)", [notice]);
  }
  await process.end();
  await Promise.all([near, far].flatMap((screen) => [sees(screen, ada, ticketId), sees(screen, killed, ticketId)]));
  await Promise.all([near, far].flatMap((screen) => [isGone(screen, ada), isGone(screen, killed)]));
  expect(silent.isConnected()).toBe(true);
  // It speaks again and is back.
  await silent.claim(at(ticketId));
  await Promise.all([sees(near, ada, ticketId), sees(far, ada, ticketId)]);
});

test("a web process is told everything again after a lost connection", async () => {
  const [far, adas] = [await watch(ben, secondUrl()), await open(ada)];
  const [ticketId, next] = [newId(), newId()];
  await adas.claim(at(ticketId));
  await sees(far, ada, ticketId);
  secondsWay.reset(true);
  secondsWay.reset(false);
  // While it receives nothing.
  await adas.claim(at(next));
  // Missed events make its screens reconnect.
  await until(async () => !far.isConnected());
  await sees(await watch(ben, secondUrl()), ada, next);
});

test("a stopping web process removes its people at once", async () => {
  const third = await startRoles(await testSettings({ roles: ["web"] }), app.ownerUrl, pino({ level: "silent" }));
  const [near, adas] = [await watch(ben), await open(ada, `http://127.0.0.1:${third.httpPort}`)];
  const ticketId = newId();
  await adas.claim(at(ticketId));
  await sees(near, ada, ticketId);
  const channel = new pg.Client({ connectionString: urlForRole(app.ownerUrl, "app", testSecret) });
  await channel.connect();
  const notices: { is?: string }[] = [];
  channel.on("notification", ({ payload }) => notices.push(JSON.parse(payload ?? "{}")));
  await channel.query("listen deskhand_presence");
  await third.stop();
  await isGone(near, ada);
  // Otherwise it would only time out.
  await expect.poll(() => notices.map((notice) => notice.is)).toContain("gone");
  await channel.end();
});

test("stores nothing", async () => {
  const [watcher, adas] = [await watch(ben), await open(await signIn(app, ada))];
  const before = await app.asOwner("select last_number from event_counters", [], ada.tenantId);
  const ticketId = newId();
  await adas.claim(at(ticketId, "writing"));
  await sees(watcher, ada, ticketId, "writing");
  expect(await app.asOwner("select last_number from event_counters", [], ada.tenantId)).toEqual(before);
});
