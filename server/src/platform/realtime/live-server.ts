import type { Server as HttpServer } from "node:http";
import type { Socket } from "node:net";
import type { TenantEvent } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import { Server } from "socket.io";
import { ofDatabase } from "../db/lost-database.ts";
import type { TenantId, TenantTx } from "../db/tenant.ts";
import type { SignedIn } from "../http/context.ts";
import { ownOriginCheck } from "../http/own-origin.ts";
import type { Services } from "../services.ts";
import type { Listening } from "./listen.ts";
import { BoundScreens, type LiveSocketServer, screenBudgetFor } from "./live-sockets.ts";
import { startPresence } from "./presence/start-presence.ts";
import { selectEventsAfter, selectLastNumber, selectNumberBefore } from "./stored-events.ts";

/** More missed events than this are not sent one by one: the screen fetches everything again. */
const mostReplayed = 200;
/** What is numbered may take so long to commit, and a screen's first fetch so long to find it. */
const commitMs = 2_000;
/** How often a connection's session is looked up again: the net below what the database sends at once. */
const recheckMs = 30_000;

/** What the database sends: an event of a tenant, or whose session, role or name is no longer what it was. */
type Notice = (TenantEvent & { clientId: TenantId }) | { personChanged: string };
/** Who is behind a connection's Cookie header, and that what was known of somebody is no longer so. */
type LiveActors = {
  find(cookieHeader: string | undefined): Promise<SignedIn | null>;
  forget(userId?: string): void;
};

export type LiveServer = {
  /** How many screens are connected here. */
  connections(): number;
  /** Throws while it does not hear of events. */
  check(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Sends each tenant's events to its signed-in screens over a websocket. Every web process listens to the database
 * itself; a screen that connects names the last event it saw and gets what it missed. The website may listen once it has started.
 */
export async function startLiveServer(
  http: HttpServer,
  { db, log, settings }: Services,
  listening: Listening,
  actors: LiveActors,
): Promise<LiveServer> {
  const isOwn = ownOriginCheck(settings.publicUrl);
  const { requestsPerPerson } = settings;
  const screens = requestsPerPerson > 0 ? new BoundScreens(screenBudgetFor(requestsPerPerson)) : null;
  const pages = http.listeners("request");
  const io: LiveSocketServer = new Server(http, {
    transports: ["websocket"],
    pingInterval: limits.realtimeHeartbeatMs,
    pingTimeout: limits.realtimeTimeoutMs,
    serveClient: false,
    maxHttpBufferSize: 10_000,
    allowRequest: ({ headers, socket }, allow) => {
      if (!isOwn(headers.origin)) return allow(null, false);
      void mayConnect(headers.cookie, socket).then((may) => allow(null, may));
    },
  });
  /** Before anything is made of it: who is not known is refused by what comes next, with the reason. */
  async function mayConnect(cookie: string | undefined, connection: Socket): Promise<boolean> {
    if (!screens) return true;
    const actor = await actors.find(cookie).catch(() => null); // Asked again below, and logged there.
    return actor === null || screens.admit(actor, connection);
  }

  // A websocket begins with an upgrade. What else is asked at its address is the website's to refuse, which takes no endless bodies.
  http.removeAllListeners("request");
  for (const listener of pages) http.on("request", (...asked) => listener(...asked));

  io.use(async (socket, next) => {
    socket.data.cameAt = performance.now();
    try {
      const actor = await actors.find(socket.request.headers.cookie);
      if (!actor) return next(new Error("not_signed_in"));
      socket.data.actor = actor;
      next();
    } catch (error) {
      // Whoever is not known is not signed out: the screen stays where it is, and connects again.
      log.error(ofDatabase(error), "live: the session could not be looked up");
      next(new Error("unavailable"));
    }
  });

  const presence = await startPresence(io, log, listening);

  io.on("connection", async (socket) => {
    const { actor, cameAt } = socket.data;
    const { tenantId, userId } = actor;
    const { after, age } = socket.handshake.auth;
    try {
      // Joined first: an event that commits meanwhile is sent twice rather than never, and screens skip what they saw.
      await socket.join(roomOf(tenantId));
      // Whose session ended while they connected was not found among the connections that end with it.
      if (!(await actors.find(socket.request.headers.cookie))) return void socket.disconnect(true);
      presence.serve(socket);
      const { number, since, missed } = await db.withTenant(tenantId, async (tx) => {
        const number = await selectLastNumber(tx);
        const waitedMs = performance.now() - cameAt;
        const since = Number.isSafeInteger(after)
          ? after
          : isAge(age)
            ? await selectNumberAt(tx, age + waitedMs, number)
            : null;
        return { number, since, missed: since === null ? [] : await selectEventsAfter(tx, since, mostReplayed + 1) };
      });
      socket.emit("ready", since === null ? { number } : { number, since });
      if (missed.length > mostReplayed) socket.emit("reset", { number });
      else for (const event of missed) socket.emit("event", event);
    } catch (error) {
      // The screen connects again and asks again.
      log.error({ ...ofDatabase(error), tenantId, userId }, "live: a connection could not be caught up");
      socket.disconnect(true);
    }
  });

  async function disconnectEnded(userId?: string): Promise<void> {
    for (const socket of io.sockets.sockets.values()) {
      if (userId && socket.data.actor.userId !== userId) continue;
      const actor = await actors.find(socket.request.headers.cookie).catch(() => socket.data.actor); // Unknown is not ended.
      if (!actor) socket.disconnect(true);
    }
  }
  const recheck = setInterval(disconnectEnded, recheckMs);

  const handlers = {
    onNotice(payload: string) {
      const notice: Notice = JSON.parse(payload);
      if ("personChanged" in notice) {
        actors.forget(notice.personChanged);
        return void disconnectEnded(notice.personChanged);
      }
      const { clientId, ...event } = notice;
      io.to(roomOf(clientId)).emit("event", event);
    },
    // What was not heard is replayed to each screen when it connects again.
    onGap: () => {
      actors.forget();
      io.disconnectSockets(true);
    },
  };
  const events = await listening.hear("deskhand_events", handlers);

  return {
    connections: () => io.sockets.sockets.size,
    async check() {
      if (!listening.hears()) throw new Error("Nothing is heard of events");
    },
    async stop() {
      clearInterval(recheck);
      events.leave();
      await presence.stop();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

/** Whether something is the age of a page, in milliseconds; of more than a day nothing is replayed. */
function isAge(age: unknown): age is number {
  return typeof age === "number" && age >= 0 && age <= 24 * 60 * 60 * 1000;
}

/** The number the tenant was at when a screen began to load, `age` milliseconds ago, or less: a repeated event does no harm. */
async function selectNumberAt(tx: TenantTx, age: number, number: number): Promise<number> {
  return (await selectNumberBefore(tx, age + commitMs, mostReplayed + 1)) ?? number;
}

/** Where all screens of a tenant are reached, and no others. */
function roomOf(tenant: TenantId): string {
  return `tenant:${tenant}`;
}
