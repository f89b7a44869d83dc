import type { Server as HttpServer } from "node:http";
import type { Socket } from "node:net";
import type { TenantEvent } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import { Server } from "socket.io";
import { ofDatabase } from "../db/lost-database.ts";
import type { TenantId, TenantTx } from "../db/tenant.ts";
import { selectEventsAfter, selectLastNumber, selectNumberBefore } from "../events.ts";
import type { SignedIn } from "../http/context.ts";
import { ownOriginCheck } from "../http/own-origin.ts";
import type { Services } from "../services.ts";
import type { Listening } from "./listen.ts";
import { BoundScreens, type LiveSocketServer, screenBudgetFor } from "./live-sockets.ts";
import { startPresence } from "./presence/start-presence.ts";
import { type NoteSeen, tellWhoIsHere } from "./tell-who-is-here.ts";

/** The most missed events to send; beyond that, the screen reloads everything. */
const mostReplayed = 200;
/** How long a numbered event may take to commit, and a screen's first load to include it. */
const commitMs = 2_000;
/** How often to recheck each connection's session, in case a notice was missed. */
const recheckMs = 30_000;

/** A notice from the database: a tenant's event, or a person whose session, role or name has changed. */
type Notice = (TenantEvent & { clientId: TenantId }) | { personChanged: string };
/** Finds the person behind a Cookie header; `forget` drops what is cached about one or all. */
type LiveActors = {
  find(cookieHeader: string | undefined): Promise<SignedIn | null>;
  forget(userId?: string): void;
};

export type LiveServer = {
  /** Number of screens connected to this process. */
  connections(): number;
  /** Throws while events do not arrive. */
  check(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Sends each tenant's events to its signed-in screens over a websocket. Every web process listens to the database
 * itself. A connecting screen names the last event it saw and gets what it missed. The HTTP server may start listening
 * afterwards.
 */
export async function startLiveServer(
  http: HttpServer,
  { db, log, settings }: Services,
  listening: Listening,
  actors: LiveActors,
  notes: readonly NoteSeen[] = [],
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
  /** Checked before the connection is set up. Unknown people pass, as the next step refuses them with a reason. */
  async function mayConnect(cookie: string | undefined, connection: Socket): Promise<boolean> {
    if (!screens) return true;
    const actor = await actors.find(cookie).catch(() => null); // Repeated below, and logged there.
    return actor === null || screens.admit(actor, connection);
  }

  // Websockets begin with an upgrade. Other requests go to the website's handlers, which limit bodies.
  http.removeAllListeners("request");
  for (const listener of pages) http.on("request", (...asked) => listener(...asked));

  io.use(async (socket, next) => {
    socket.data.connectedAt = performance.now();
    try {
      const actor = await actors.find(socket.request.headers.cookie);
      if (!actor) return next(new Error("not_signed_in"));
      socket.data.actor = actor;
      next();
    } catch (error) {
      // A failed lookup is no sign-out: the screen stays and reconnects.
      log.error(ofDatabase(error), "live: the session could not be looked up");
      next(new Error("unavailable"));
    }
  });

  const presence = await startPresence(io, log, listening);
  const here = tellWhoIsHere(io, { db, log }, notes);

  io.on("connection", async (socket) => {
    const { actor, connectedAt } = socket.data;
    const { tenantId, userId } = actor;
    const { after, age } = socket.handshake.auth;
    try {
      // Joins first: an event committed meanwhile is then sent twice rather than never, and screens skip repeated ones.
      await socket.join(roomOf(tenantId));
      // A session that ended during the connection was not yet among those to disconnect.
      if (!(await actors.find(socket.request.headers.cookie))) return void socket.disconnect(true);
      presence.serve(socket);
      here.came(actor);
      const { number, since, missed } = await db.withTenant(tenantId, async (tx) => {
        const number = await selectLastNumber(tx);
        const waitedMs = performance.now() - connectedAt;
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
      // The screen reconnects and asks again.
      log.error({ ...ofDatabase(error), tenantId, userId }, "live: a connection could not be caught up");
      socket.disconnect(true);
    }
  });

  async function disconnectEnded(userId?: string): Promise<void> {
    for (const socket of io.sockets.sockets.values()) {
      if (userId && socket.data.actor.userId !== userId) continue;
      const actor = await actors.find(socket.request.headers.cookie).catch(() => socket.data.actor); // A failed lookup is no sign-out.
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
    // Missed events are replayed when the screens reconnect.
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
      await here.stop();
      await presence.stop();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

/** Whether a value is a page's age in milliseconds, at most a day; older pages get no replay. */
function isAge(age: unknown): age is number {
  return typeof age === "number" && age >= 0 && age <= 24 * 60 * 60 * 1000;
}

/**
 * Returns at most the tenant's number when a screen began to load, `age` milliseconds ago; repeated events do no harm.
 */
async function selectNumberAt(tx: TenantTx, age: number, number: number): Promise<number> {
  return (await selectNumberBefore(tx, age + commitMs, mostReplayed + 1)) ?? number;
}

/** Returns the room of all screens of a tenant. */
function roomOf(tenant: TenantId): string {
  return `tenant:${tenant}`;
}
