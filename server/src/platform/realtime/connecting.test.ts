import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { until } from "../../testing/take-mail.ts";
import { testSecret } from "../../testing/test-databases.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { urlForRole } from "../db/roles.ts";
import { emit } from "../events.ts";
import type { SignedIn } from "../http/context.ts";
import { openListening } from "./listen.ts";
import { startLiveServer } from "./live-server.ts";

let app: Desk;
let owner: Person;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  const { tenantId, userId, email, name } = owner;
  signedIn = {
    kind: "person",
    tenantId,
    userId,
    email,
    name,
    role: "admin",
    can: [],
    step: null,
    sessionDueAt: fromNow({}),
  };
});
afterAll(() => app.stop());

/** Serves live connections to people `find` returns; returns the address. */
async function serveLive(find: () => Promise<SignedIn | null>): Promise<string> {
  const http = createServer().listen(0, "127.0.0.1");
  await once(http, "listening");
  const listening = await openListening(urlForRole(app.ownerUrl, "app", testSecret), () => undefined);
  const live = await startLiveServer(http, app.services, listening, { find, forget: () => undefined });
  onTestFinished(async () => {
    await live.stop();
    await listening.stop();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

test("disconnects a session that ends while connecting, before sending anything", async () => {
  // Valid at the handshake, and ended before the connection is registered.
  const found: (SignedIn | null)[] = [signedIn, null];
  const url = await serveLive(async () => found.shift() ?? null);
  const socket = io(url, { transports: ["websocket"], reconnection: false, forceNew: true });
  const received: string[] = [];
  socket.onAny((event) => received.push(event));
  socket.on("disconnect", () => received.push("disconnect"));
  await until(async () => received.length > 0);
  expect(received).toEqual(["disconnect"]);
  expect(found).toEqual([]);
});

test("a screen gets events since it began to load, however slow the session lookup", async () => {
  const emitOne = () =>
    app.services.db.withTenant(owner.tenantId, (tx) => emit(tx, "ticket.updated", { ticketId: randomUUID() }));
  let lookUps = 0;
  const url = await serveLive(async () => {
    lookUps += 1;
    if (lookUps > 1) return signedIn;
    await emitOne();
    // As if it began three seconds ago.
    await app.asOwner("update events set created_at = created_at - interval '3 seconds'", [], owner.tenantId);
    vi.advanceTimersByTime(3_000);
    return signedIn;
  });
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const screen = await openScreen({ url }, owner, { age: 0 });
  await screen.hears(screen.readyAt);
  screen.close();
});
