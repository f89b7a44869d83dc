import { randomUUID } from "node:crypto";
import { presenceLimits } from "@deskhand/contract/desk/presence";
import type { Logger } from "pino";
import type { Listening } from "../listen.ts";
import { type LiveSocket, type LiveSocketServer, presenceRoomOf } from "../live-sockets.ts";
import { openProcessChannel } from "./process-channel.ts";
import { readClaim, WhoIsWhere } from "./who-is-where.ts";

type Presence = {
  /** Takes what a connection says of its person, and tells it of the others of its tenant. */
  serve(socket: LiveSocket): void;
  stop(): Promise<void>;
};

const sweepMs = 1_000;
const now = () => performance.now();

/**
 * Tells a tenant's screens who is at which ticket (docs/product.md#presence): in memory only, beside the numbered events.
 * Every web process tells the others of its own people over the database.
 */
export async function startPresence(io: LiveSocketServer, log: Logger, listening: Listening): Promise<Presence> {
  const known = new WhoIsWhere();
  let toldAt = 0;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let sweeping: ReturnType<typeof setInterval> | undefined;

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
      tellNow();
    },
    onGap() {
      known.forgetOthers();
      others.introduce();
      tellNow();
    },
  });
  others.introduce();

  function tellNow(): void {
    clearTimeout(telling);
    telling = undefined;
    if (!known.hasChanged()) return;
    toldAt = now();
    const { screens, processes } = known.takeChanges();
    for (const [tenant, people] of screens) io.to(presenceRoomOf(tenant)).emit("presence", { people, isAll: false });
    // Alone there is nobody to tell; whoever comes is told of everybody.
    if (processes.length > 0 && known.hasOthers()) others.tell(processes);
  }

  /** At once in a quiet store; in a busy one what happens within half a second is one message to each screen, however many move. */
  function tellSoon(): void {
    const { togetherMs, tellMs } = presenceLimits;
    if (known.hasChanged()) telling ??= setTimeout(tellNow, Math.max(togetherMs, toldAt + tellMs - now()));
  }

  /** Looks for who was not heard, until nobody is left. */
  function sweepWhileKnown(): void {
    sweeping ??= setInterval(() => {
      known.expire(now());
      tellSoon();
      if (!known.isEmpty()) return;
      clearInterval(sweeping);
      sweeping = undefined;
    }, sweepMs);
  }

  const saysThatItIs = setInterval(() => others.tell([]), presenceLimits.beatMs);

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
        tellSoon();
      });
      socket.on("disconnect", () => {
        known.leave(socket.id);
        tellSoon();
      });
    },
    async stop() {
      clearInterval(sweeping);
      clearInterval(saysThatItIs);
      clearTimeout(telling);
      await others.leave();
    },
  };
}

/** Counts what one connection sends; returns false for what is beyond its measure. Times in ms, of a clock that only goes on. */
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
