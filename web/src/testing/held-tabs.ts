import { ORPCError } from "@orpc/client";
import { afterEach, beforeEach, vi } from "vitest";
import { dropHeld, type HeldReply, readHeld } from "../features/tickets/sending/held-reply.ts";
import { createHeldStore, type HeldNews, type HeldWorld } from "../features/tickets/sending/held-store.ts";
import { fromNow } from "./stop-clock.ts";

/** Who sends in {@link newTab}. */
export const userId = "ada";
/** The browser's storage. */
export const storage = new Map<string, string>();
/** The locks of the browser that a tab holds. */
export const locks = new Map<string, Promise<void>>();
let isStorageOff = false;

/** Has the browser's storage take nothing until the test is over. */
export function switchStorageOff(): void {
  isStorageOff = true;
}

/** Gives each test of a file a browser of its own, and a clock that stands still. */
export function inOwnBrowser(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    storage.clear();
    locks.clear();
    isStorageOff = false;
    vi.stubGlobal("localStorage", fakeStorage());
  });
  afterEach(() => {
    for (const reply of readHeld(userId)) dropHeld(reply);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** As the browser has it: the keys are those of the object. */
function fakeStorage() {
  const methods = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isStorageOff) throw new DOMException("off", "SecurityError");
      storage.set(key, value);
    },
    removeItem: (key: string) => void storage.delete(key),
  };
  return new Proxy(methods, {
    ownKeys: () => [...storage.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** When a reply is due that is to leave in so many seconds. */
export const dueIn = (seconds: number) => fromNow({ seconds }).getTime();

let made = 0;

/** A reply that was sent just now and is due in ten seconds. */
export function newReply(changes: Partial<HeldReply> = {}): HeldReply {
  made += 1;
  return {
    key: `key-${made}`,
    userId,
    ticketId: "t1",
    ticketNumber: 42,
    text: `Text ${made}`,
    resources: [],
    files: [],
    recipients: null,
    known: [],
    told: "",
    seen: null,
    sendAnyway: false,
    thenStatus: null,
    status: "open",
    isTried: false,
    heldAt: dueIn(0) + made,
    due: dueIn(10),
    ...changes,
  };
}

/** A tab of the browser; `answer` is what the server makes of a reply. */
export function newTab(changes: Partial<HeldWorld> = {}) {
  const sent: HeldReply[] = [];
  const left: string[] = [];
  const back: HeldReply[] = [];
  const news: HeldNews[] = [];
  const tab = { isOnline: true, answer: async (_reply: HeldReply): Promise<boolean> => true };
  const store = createHeldStore({
    userId,
    now: () => dueIn(0),
    isOnline: () => tab.isOnline,
    hasOtherTab: async () => false,
    async alone(key, ifFree, run) {
      const before = locks.get(key);
      if (before !== undefined && ifFree) return;
      const mine = (before ?? Promise.resolve()).then(run);
      locks.set(key, mine);
      await mine;
      if (locks.get(key) === mine) locks.delete(key);
    },
    send(reply) {
      sent.push(reply);
      return tab.answer(reply);
    },
    sendLeaving: ({ key }) => void left.push(key),
    wasSent: async () => false,
    putBack: (reply) => void back.push(reply),
    ...changes,
  });
  store.onNews((each) => news.push(each));
  return { store, sent, left, back, news, tab };
}

/** Lets so many milliseconds pass. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** An error of the catalogue. */
export const refusal = (code: string, status: number) => new ORPCError(code, { defined: true, status });
