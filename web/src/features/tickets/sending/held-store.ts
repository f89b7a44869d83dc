import { type CallError, isSignedOut, mayComeAgain } from "../../../lib/failure.ts";
import { dropHeld, type HeldReply, keepHeld, readHeld } from "./held-reply.ts";

/** What the held replies of one person need of the world. */
export interface HeldWorld {
  userId: string;
  now: () => number;
  isOnline: () => boolean;
  /** Runs something of one reply in no other tab at the same time; `ifFree` not at all while another tab does. */
  alone: (key: string, ifFree: boolean, run: () => Promise<void>) => Promise<void>;
  /** Whether another tab of this person is open. */
  hasOtherTab: () => Promise<boolean>;
  /** Resolves to whether this went; false where an earlier attempt with its key had gone with other words. */
  send: (reply: HeldReply) => Promise<boolean>;
  /** Sends as the page goes, which cannot wait for the response. */
  sendLeaving: (reply: HeldReply) => void;
  /** Whether the thread has it. */
  wasSent: (reply: HeldReply) => Promise<boolean>;
  /** Makes a draft of it again, with its key where the server may have it. */
  putBack: (reply: HeldReply) => void;
}

/**
 * What became of a held reply: it went; or it is a draft again, because an earlier attempt had gone, because of an error, or as the
 * browser was gone when it was due (null).
 */
export type HeldNews =
  | { reply: HeldReply; outcome: "sent" | "earlier-sent" }
  | { reply: HeldReply; outcome: "kept"; error: CallError | null };

/** A held reply as it is shown. */
export interface Held extends HeldReply {
  /** `lost`: a request was lost, and is tried again; `offline`: it is due and waits for a network. */
  phase: "waiting" | "offline" | "sending" | "lost";
}

export type HeldStore = ReturnType<typeof createHeldStore>;

/** The browser was gone: what was due longer ago than this is nobody's wish any more. */
export const forgottenMs = 60_000;
const againMs = [1_000, 2_000, 4_000, 5_000];
/** A clock that was set back holds nothing up. */
const mostMs = 30_000;

/**
 * The replies that somebody sent and can still undo (docs/product.md#undoing-a-reply). They stand in the browser's storage, where
 * every tab has them; each is sent by one.
 */
export function createHeldStore(world: HeldWorld) {
  const listeners = new Set<() => void>();
  const newsListeners = new Set<(news: HeldNews) => void>();
  const sending = new Map<string, Promise<void>>();
  const lost = new Map<string, { tries: number; again: number }>();
  const made = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: readonly Held[] = [];
  /** What was due long ago is looked at first, and is not sent meanwhile. */
  const inDoubt = new Set<string>();

  const read = (key: string) => readHeld(world.userId).find((reply) => reply.key === key);

  function phaseOf(reply: HeldReply): Held["phase"] {
    if (sending.has(reply.key)) return "sending";
    if (lost.has(reply.key)) return world.isOnline() ? "lost" : "offline";
    if (reply.due > world.now()) return "waiting";
    return world.isOnline() ? "sending" : "offline";
  }

  function refresh() {
    const replies = readHeld(world.userId).filter(({ key }) => !inDoubt.has(key));
    shown = replies.map((reply) => ({ ...reply, phase: phaseOf(reply) }));
    for (const listener of listeners) listener();
    pump();
  }

  function pump() {
    clearTimeout(timer);
    const waits = shown
      .filter(({ key }) => !sending.has(key))
      .map(({ key, due }) => {
        const wait = Math.min((lost.get(key)?.again ?? due) - world.now(), mostMs);
        if (wait <= 0 && world.isOnline()) void attempt(key);
        return wait;
      })
      .filter((wait) => wait > 0);
    if (waits.length > 0) timer = setTimeout(refresh, Math.min(...waits));
  }

  function tell(news: HeldNews) {
    for (const listener of newsListeners) listener(news);
  }

  /** Sends one, unless another tab does, it was undone, or one before it on its ticket is still to go. */
  async function attempt(key: string): Promise<void> {
    const asked = read(key);
    if (asked === undefined || isBehind(asked)) return;
    const running = sending.get(key) ?? attemptAlone(key);
    sending.set(key, running);
    await running;
  }

  async function attemptAlone(key: string): Promise<void> {
    // Not before the caller has noted it as running.
    await Promise.resolve();
    await world.alone(key, false, async () => {
      const reply = read(key);
      if (reply === undefined || !world.isOnline()) return;
      await sendOne(withStatusHandedOn(reply));
    });
    sending.delete(key);
    refresh();
  }

  const onTicket = ({ ticketId, key }: HeldReply) =>
    readHeld(world.userId).filter((other) => other.ticketId === ticketId && other.key !== key);
  const isBefore = (a: HeldReply, b: HeldReply) => a.heldAt < b.heldAt || (a.heldAt === b.heldAt && a.key < b.key);
  const isBehind = (reply: HeldReply) => onTicket(reply).some((other) => isBefore(other, reply));

  /** The ticket's status is that of the last of its replies: a resolved one could not be answered any more. */
  function withStatusHandedOn(reply: HeldReply): HeldReply {
    const next = onTicket(reply).find((other) => isBefore(reply, other));
    if (next === undefined || reply.thenStatus === null) return reply;
    keepHeld({ ...next, thenStatus: next.thenStatus ?? reply.thenStatus });
    return { ...reply, thenStatus: null };
  }

  async function sendOne(reply: HeldReply): Promise<void> {
    const tried = { ...reply, isTried: true };
    keepHeld(tried);
    refresh();
    try {
      const went = await world.send(tried);
      forget(reply);
      // Its key is used up.
      if (!went) world.putBack({ ...reply, isTried: false });
      tell({ reply, outcome: went ? "sent" : "earlier-sent" });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (mayComeAgain(error)) return waitForAnother(reply.key);
      if (isSignedOut(error) || isOfAnother(error)) return keepForLater(reply);
      bringBack(reply, error);
    }
  }

  function waitForAnother(key: string) {
    const tries = (lost.get(key)?.tries ?? 0) + 1;
    lost.set(key, { tries, again: world.now() + (againMs[Math.min(tries, againMs.length) - 1] ?? 0) });
  }

  /** Nobody, or somebody else, is signed in: it waits for its writer. */
  function keepForLater(reply: HeldReply) {
    keepHeld(reply);
    inDoubt.add(reply.key);
  }

  /** What was written after it on its ticket would be read without it: that comes back as well, below it. */
  function bringBack(reply: HeldReply, error: CallError | null) {
    const after = onTicket(reply).filter((other) => isBefore(reply, other) && !sending.has(other.key));
    for (const each of [...after].reverse()) takeOut(each);
    takeOut(reply);
    tell({ reply, outcome: "kept", error });
  }

  function takeOut(reply: HeldReply) {
    forget(reply);
    world.putBack(reply);
  }

  function forget(reply: HeldReply) {
    dropHeld(reply);
    lost.delete(reply.key);
    inDoubt.delete(reply.key);
    made.delete(reply.key);
  }

  /** Looks at what an earlier page of this browser left behind, such as one that crashed. */
  async function start(): Promise<void> {
    const old = readHeld(world.userId).filter(({ due }) => due + forgottenMs < world.now());
    for (const { key } of old) inDoubt.add(key);
    refresh();
    if (old.length === 0) return;
    const isElsewhere = await world.hasOtherTab();
    for (const { key } of old) {
      if (isElsewhere) inDoubt.delete(key);
      // A tab that is just going may still hold it.
      else await world.alone(key, false, () => settle(key));
    }
    refresh();
  }

  async function settle(key: string): Promise<void> {
    const reply = read(key);
    if (reply === undefined) return;
    try {
      if (reply.isTried && (await world.wasSent(reply))) return forget(reply);
    } catch {
      // Nobody can say now: with its key it cannot be sent twice.
    }
    bringBack(reply, null);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    shown: () => shown,
    onNews(listener: (news: HeldNews) => void) {
      newsListeners.add(listener);
      return () => void newsListeners.delete(listener);
    },
    start,
    /** Another tab changed what is held, or the network came or went. */
    refresh,
    hold(reply: HeldReply) {
      made.add(reply.key);
      keepHeld(reply);
      refresh();
    },
    /** Makes a draft of it again; null when it is too late. What was lost on the way keeps its key, so that it is not sent twice. */
    async undo(key: string): Promise<HeldReply | null> {
      if (sending.has(key)) return null;
      let undone: HeldReply | null = null;
      await world.alone(key, true, async () => {
        const reply = read(key);
        if (reply === undefined) return;
        undone = reply;
        takeOut(reply);
      });
      refresh();
      return undone;
    },
    /** Sends one at once, and what was written before it on its ticket. */
    sendNow(key: string) {
      const reply = read(key);
      if (reply === undefined) return;
      for (const each of [...onTicket(reply).filter((other) => isBefore(other, reply)), reply]) {
        keepHeld({ ...each, due: world.now() });
        lost.delete(each.key);
      }
      refresh();
    },
    /** Sends all that is held, and returns what could not be sent. */
    async sendAll(): Promise<HeldReply[]> {
      const unsent: HeldReply[] = [];
      const stop = this.onNews((news) => news.outcome !== "sent" && unsent.push(news.reply));
      for (const { key } of shown) await attempt(key);
      stop();
      return [...unsent, ...shown];
    },
    /** The page goes: what was sent in it leaves at once, with the same key. */
    leave() {
      if (!world.isOnline()) return;
      for (const reply of readHeld(world.userId)) {
        if (inDoubt.has(reply.key) || !(made.has(reply.key) || sending.has(reply.key))) continue;
        const tried = { ...withStatusHandedOn(reply), isTried: true, due: Math.min(reply.due, world.now()) };
        keepHeld(tried);
        world.sendLeaving(tried);
      }
    },
  };
}

/** Whether the server refused it because somebody else is signed in by now. */
function isOfAnother(error: CallError): boolean {
  return "code" in error && error.code === "not_allowed";
}
