import { randomUUID } from "node:crypto";
import { presenceLimits } from "@deskhand/contract/desk/presence";
import type { Logger } from "pino";
import type { Listening } from "../listen.ts";
import { type LiveSocket, type LiveSocketServer, presenceRoomOf } from "../live-sockets.ts";
import { openProcessChannel } from "./process-channel.ts";
import { readClaim, WhoIsWhere } from "./who-is-where.ts";

type Presence = {
  /** Handles a connection's presence messages, and sends it the others of its tenant. */
  serve(socket: LiveSocket): void;
  stop(): Promise<void>;
};

const sweepMs = 1_000;
const now = () => performance.now();

/**
 * Shows a tenant's screens who is at which ticket (docs/product.md#presence), in memory only and apart from numbered
 * events. Web processes inform each other through the database.
 */
export async function startPresence(io: LiveSocketServer, log: Logger, listening: Listening): Promise<Presence> {
  const known = new WhoIsWhere();
  let sentAt = 0;
  let tellTimer: ReturnType<typeof setTimeout> | undefined;
  let sweepTimer: ReturnType<typeof setInterval> | undefined;

  const others = await openProcessChannel({
    id: randomUUID(),
    listening,
    log,
    everybodyHere: () => known.everybodyHere(),
    onNotice({ from, is, people = [] }) {
      if (is !== undefined) known.forget(from);
      const isUnknown = is !== "gone" && known.hear(from, people, now());
      sweepWhileKnown();
      if (is === "new") others.tell(known.everybodyHere());
      else if (isUnknown) others.introduce();
      sendNow();
    },
    onGap() {
      known.forgetOthers();
      others.introduce();
      sendNow();
    },
  });
  others.introduce();

  function sendNow(): void {
    clearTimeout(tellTimer);
    tellTimer = undefined;
    if (!known.hasChanged()) return;
    sentAt = now();
    const { screens, processes } = known.takeChanges();
    for (const [tenant, people] of screens) io.to(presenceRoomOf(tenant)).emit("presence", { people, isAll: false });
    // A lone process sends nothing; new ones are told everything.
    if (processes.length > 0 && known.hasOthers()) others.tell(processes);
  }

  /**
   * Sends changes at once in a quiet store; in a busy one, half a second's changes form one message for each screen.
   */
  function sendSoon(): void {
    const { togetherMs, tellMs } = presenceLimits;
    if (known.hasChanged()) tellTimer ??= setTimeout(sendNow, Math.max(togetherMs, sentAt + tellMs - now()));
  }

  /** Expires silent people, until nobody is left. */
  function sweepWhileKnown(): void {
    sweepTimer ??= setInterval(() => {
      known.expire(now());
      sendSoon();
      if (!known.isEmpty()) return;
      clearInterval(sweepTimer);
      sweepTimer = undefined;
    }, sweepMs);
  }

  const heartbeat = setInterval(() => others.tell([]), presenceLimits.beatMs);

  return {
    serve(socket) {
      const { tenantId, userId } = socket.data.actor;
      const isWithin = messageBudget(now());
      socket.use((_, next) => {
        if (isWithin(now())) return next();
        log.warn({ userId }, "presence: a connection sent too much and was ended");
        socket.disconnect(true);
      });
      socket.on("presence", (value: unknown, heard: unknown) => {
        const claim = readClaim(value);
        if (claim?.asksForAll) {
          void socket.join(presenceRoomOf(tenantId));
          socket.emit("presence", { people: known.everybodyOf(tenantId), isAll: true });
        }
        if (claim) known.say(socket.id, { tenantId, userId }, claim.at, now());
        if (claim && typeof heard === "function") heard();
        sweepWhileKnown();
        sendSoon();
      });
      socket.on("disconnect", () => {
        known.leave(socket.id);
        sendSoon();
      });
    },
    async stop() {
      clearInterval(sweepTimer);
      clearInterval(heartbeat);
      clearTimeout(tellTimer);
      await others.leave();
    },
  };
}

/**
 * Limits a connection's messages; the returned function is false beyond the limit. Times in ms of a monotonic clock.
 */
export function messageBudget(start: number): (now: number) => boolean {
  const { messagesAtOnce, messagesPerSecond } = presenceLimits;
  let left: number = messagesAtOnce;
  let at = start;
  return (now) => {
    left = Math.min(messagesAtOnce, left + ((now - at) * messagesPerSecond) / 1_000);
    at = now;
    left -= 1;
    return left >= 0;
  };
}
