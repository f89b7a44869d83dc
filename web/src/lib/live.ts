import type { PresenceClaim } from "@deskhand/contract/desk/presence";
import type { ServerToClient, TenantEvent } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";

/** The part of a socket that the live connection uses. */
export interface LiveSocket {
  on: <Name extends keyof ServerToClient>(name: Name, handler: ServerToClient[Name]) => void;
  /** Called when the connection is lost or could not be made; with true when the server refused it for want of a session. */
  onLost: (handler: (isSignedOut: boolean) => void) => void;
  /** Says where this tab's person is; `onHeard` is called once the server has taken it. */
  claim: (claim: PresenceClaim, onHeard: () => void) => void;
  close: () => void;
}

/** Opens a socket that asks for everything after event number `after`. */
export type OpenSocket = (after: number | null) => Promise<LiveSocket>;

export interface LiveHandlers {
  onEvent: (event: TenantEvent) => void;
  /** Events may have been missed: fetch everything shown again. */
  onReset: () => void;
  onConnectedChange: (isConnected: boolean) => void;
  /** The socket once it is ready, before anything that was missed; null once it is lost. */
  onSocket?: (socket: LiveSocket | null) => void;
  /** The session has ended: nothing is tried any more. */
  onSignedOut: () => void;
}

const openSocketIo: OpenSocket = async (after) => {
  const { io } = await import("socket.io-client");
  const socket = io({
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    timeout: limits.realtimeTimeoutMs,
    auth: { after },
  });
  return {
    on: (name, handler) => {
      socket.on<string>(name, handler);
    },
    onLost: (handler) => {
      socket.on("disconnect", () => handler(false));
      socket.on("connect_error", ({ message }) => handler(message === "not_signed_in"));
      // Accepted and hung up on at once, as by a proxy before a server that starts: Socket.IO itself only times out.
      socket.io.engine.once("close", () => handler(false));
    },
    claim: (claim, onHeard) => void socket.emit("presence", claim, onHeard),
    close: () => socket.close(),
  };
};

/**
 * Keeps a live connection open until the returned function is called. After a loss it tries again in 1, 2, 5, then every
 * 10 seconds, at once when the network comes back, and resumes from the last event it saw, so that nothing is missed.
 */
export function connectLive(handlers: LiveHandlers, open: OpenSocket = openSocketIo): () => void {
  let last: number | null = null;
  let failures = 0;
  let socket: LiveSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
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

  function listen(opened: LiveSocket) {
    opened.onLost((isSignedOut) => lose(opened, isSignedOut));
    opened.on("ready", ({ number }) => {
      failures = 0;
      handlers.onSocket?.(opened);
      handlers.onConnectedChange(true);
      // What happened between loading the page and now was never sent; a lower number is another database's.
      if (last === null || number < last) restart(number);
    });
    opened.on("reset", ({ number }) => restart(number));
    opened.on("event", (event) => {
      if (last !== null && event.number <= last) return;
      if (last !== null && event.number > last + 1) return restart(event.number);
      last = event.number;
      handlers.onEvent(event);
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
      // The socket's code itself could not be loaded: the network is away.
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
    globalThis.removeEventListener?.("online", hurry);
    handlers.onSocket?.(null);
    socket?.close();
  }

  globalThis.addEventListener?.("online", hurry);
  void attempt();
  return stop;
}
