import type { PresenceClaim } from "@deskhand/contract/desk/presence";
import type { ServerToClient, TenantEvent } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";

/** The part of a socket that the live connection uses. */
export interface LiveSocket {
  on: <Name extends keyof ServerToClient>(name: Name, handler: ServerToClient[Name]) => void;
  /**
   * Called when the connection was lost or could not be made; with true if the server refused it for lack of a session.
   */
  onLost: (handler: (isSignedOut: boolean) => void) => void;
  /** Reports where this tab's user is; `onHeard` is called once the server has received it. */
  claim: (claim: PresenceClaim, onHeard: () => void) => void;
  close: () => void;
}

/** A server may accept a connection and never serve it: twice the time to connect is enough. */
const readyWithinMs = 2 * limits.realtimeTimeoutMs;

/** Opens a socket that requests everything after event number `after`. */
type OpenSocket = (after: number | null) => Promise<LiveSocket>;

interface LiveHandlers {
  /** `isKnown` events happened while the page loaded, which may show them already. */
  onEvent: (event: TenantEvent, isKnown: boolean) => void;
  /** Events may have been missed: refetch everything shown. */
  onReset: () => void;
  onConnectedChange: (isConnected: boolean) => void;
  /** The socket once ready, before any missed events; null once lost. */
  onSocket?: (socket: LiveSocket | null) => void;
  /** The session has ended, and no more attempts are made. */
  onSignedOut: () => void;
}

/** Milliseconds since the page loaded, including the machine's sleep, which not all browsers' clocks count. */
function pageAge(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin);
}

const openSocketIo: OpenSocket = async (after) => {
  const { io } = await import("socket.io-client");
  const socket = io({
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    timeout: limits.realtimeTimeoutMs,
    // Called once connected, which may take seconds.
    auth: (tell) => tell({ after, age: pageAge() }),
  });
  return {
    on: (name, handler) => {
      socket.on<string>(name, handler);
    },
    onLost: (handler) => {
      socket.on("disconnect", () => handler(false));
      socket.on("connect_error", ({ message }) => handler(message === "not_signed_in"));
      // Accepted and closed at once, as by a proxy before a starting server; Socket.IO itself would only time out.
      socket.io.engine.once("close", () => handler(false));
    },
    claim: (claim, onHeard) => void socket.emit("presence", claim, onHeard),
    close: () => socket.close(),
  };
};

/**
 * Keeps a live connection open until the returned function is called. After a loss it retries after 1, 2, 5, then every
 * 10 seconds, at once when the network returns, and resumes from the last event it saw, so that none is missed.
 */
export function connectLive(handlers: LiveHandlers, open: OpenSocket = openSocketIo): () => void {
  let last: number | null = null;
  /** Events up to this number happened before the first connection. */
  let loaded = 0;
  let failures = 0;
  let socket: LiveSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Gives up a connection that is not ready in time. */
  let patience: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function retryLater() {
    handlers.onConnectedChange(false);
    const { realtimeReconnectMs: delays } = limits;
    timer = setTimeout(attempt, delays[Math.min(failures, delays.length - 1)]);
    failures++;
  }

  function lose(lost: LiveSocket, isSignedOut: boolean) {
    // A socket may report its end twice, or after a newer one was opened.
    if (isStopped || socket !== lost) return;
    socket = undefined;
    clearTimeout(patience);
    handlers.onSocket?.(null);
    lost.close();
    if (!isSignedOut) return retryLater();
    stop();
    handlers.onSignedOut();
  }

  function restart(at: number) {
    last = at;
    handlers.onReset();
  }

  function take(event: TenantEvent) {
    if (last !== null && event.number <= last) return;
    if (last !== null && event.number > last + 1) return restart(event.number);
    last = event.number;
    handlers.onEvent(event, event.number <= loaded);
  }

  function listen(opened: LiveSocket) {
    // Events that come before the server has told its position; they follow the missed ones still to come.
    let early: TenantEvent[] | null = [];
    let following: TenantEvent[] = [];
    function follow() {
      if (following[0] === undefined || following[0].number !== (last ?? 0) + 1) return;
      for (const event of following) take(event);
      following = [];
    }
    patience = setTimeout(() => lose(opened, false), readyWithinMs);
    opened.onLost((isSignedOut) => lose(opened, isSignedOut));
    opened.on("ready", ({ number, since }) => {
      failures = 0;
      clearTimeout(patience);
      handlers.onSocket?.(opened);
      handlers.onConnectedChange(true);
      following = early?.filter((event) => event.number > number) ?? [];
      early = null;
      if (last === null && since !== undefined) {
        last = since;
        loaded = number;
      } else if (last === null || number < last) restart(number); // A lower number is another database's.
      follow();
    });
    opened.on("reset", ({ number }) => {
      restart(number);
      follow();
    });
    opened.on("event", (event) => {
      if (early !== null) return void early.push(event);
      take(event);
      follow();
    });
  }

  async function attempt() {
    timer = undefined;
    try {
      const opened = await open(last);
      if (isStopped) return opened.close();
      socket = opened;
      listen(opened);
    } catch {
      // The socket's code could not be loaded: the network is down.
      if (!isStopped) retryLater();
    }
  }

  function hurry() {
    if (timer === undefined) return;
    clearTimeout(timer);
    failures = 0;
    void attempt();
  }

  function stop() {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(patience);
    globalThis.removeEventListener?.("online", hurry);
    handlers.onSocket?.(null);
    socket?.close();
  }

  globalThis.addEventListener?.("online", hurry);
  void attempt();
  return stop;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Wraps `run` so that the first call for an item happens at once, and all further calls for it while it runs or within
 * `ms` milliseconds together after that: a burst of a hundred events costs a few fetches, a single event no delay, and a
 * slow fetch is never cut short by the next event.
 */
export function coalesce<T>(run: (item: T) => Promise<unknown>, ms: number): (item: T) => void {
  /** The items that ran just now; true if requested again since. */
  const recent = new Map<T, boolean>();

  async function runNow(item: T) {
    recent.set(item, false);
    await Promise.allSettled([run(item), pause(ms)]);
    if (recent.get(item)) void runNow(item);
    else recent.delete(item);
  }

  return (item) => {
    if (recent.has(item)) recent.set(item, true);
    else void runNow(item);
  };
}
