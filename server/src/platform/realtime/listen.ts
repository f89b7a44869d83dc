import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionTo, endConnection } from "../db/pool.ts";

type Channel = {
  /** Notifies all listeners, including this process; rejects while the connection is lost. */
  notify(payload: string): Promise<void>;
  /** Stops listening. */
  leave(): void;
};

type Handlers = {
  onNotice: (payload: string) => void;
  /** Called after each reconnection, before any further notice: notices in between were missed. */
  onGap: () => void;
};

/** A process's notifications from its database, over one connection. */
export type Listening = {
  /** Listens on a channel; rejects while the connection is lost. */
  hear(channel: string, handlers: Handlers): Promise<Channel>;
  /** Whether notifications arrive, as far as known. */
  hears(): boolean;
  stop(): Promise<void>;
};

/** Identifies the connection in pg_stat_activity. */
export const listenerName = "deskhand-listener";

/** How often to probe the connection, and how long to wait for the answer. */
export type Beat = { everyMs: number; withinMs: number };

/** A dead connection looks like a quiet one: at most 15 seconds of notices are missed. */
export const defaultBeat: Beat = { everyMs: 10_000, withinMs: 5_000 };

const retryMs = 1_000;

/**
 * Opens a process's listening connection, which must be direct (no transaction pooler), and reconnects whenever it is
 * lost or silent.
 */
export async function openListening(
  url: string,
  onError: (error: Error) => void,
  { everyMs, withinMs }: Beat = defaultBeat,
): Promise<Listening> {
  const channels = new Map<string, Handlers>();
  let isStopped = false;
  let isHearing = false;
  let beatTimer: NodeJS.Timeout | undefined;
  let client = await connect();
  hear(client);

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      ...connectionTo(url),
      application_name: listenerName,
      // A late answer ends the connection.
      pipeline: true,
      query_timeout: withinMs,
    });
    next.on("error", onError);
    try {
      await next.connect();
      if (channels.size > 0) await next.query([...channels.keys()].map(toListen).join("; "));
      if (isStopped) throw new Error("Stopped meanwhile");
    } catch (error) {
      await endConnection(next);
      throw error;
    }
    // Registered only now: a failed connection also ends, and its caller is already retrying.
    next.once("end", () => void reconnect());
    isHearing = true;
    scheduleBeat(next);
    return next;
  }

  /** Passes notices on from now on; those before, with the first answers, belong to the gap. */
  function hear(on: pg.Client): void {
    on.on("notification", ({ channel, payload }) => channels.get(channel)?.onNotice(payload ?? ""));
  }

  function scheduleBeat(on: pg.Client): void {
    beatTimer = setTimeout(async () => {
      try {
        await on.query("select");
        scheduleBeat(on);
      } catch {
        // The connection ends and reports itself.
        isHearing = false;
      }
    }, everyMs).unref();
  }

  async function reconnect(): Promise<void> {
    isHearing = false;
    clearTimeout(beatTimer);
    while (!isStopped) {
      await sleep(retryMs);
      try {
        client = await connect();
        for (const { onGap } of channels.values()) onGap();
        return hear(client);
      } catch (error) {
        if (!isStopped) onError(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  return {
    async hear(channel, handlers) {
      await client.query(toListen(channel));
      channels.set(channel, handlers);
      return {
        async notify(payload) {
          await client.query("select pg_notify($1, $2)", [channel, payload]);
        },
        leave: () => void channels.delete(channel),
      };
    },
    hears: () => isHearing && !client.connection.stream.destroyed,
    async stop() {
      isStopped = true;
      clearTimeout(beatTimer);
      await endConnection(client);
    },
  };
}

function toListen(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`;
}
