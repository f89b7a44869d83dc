import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionTo, endConnection } from "../db/pool.ts";

/** A channel that is listened to. */
type Channel = {
  /** Tells whoever listens to it, this process included; rejects while the connection is lost. */
  notify(payload: string): Promise<void>;
  /** Hears no more of it. */
  leave(): void;
};

type Handlers = {
  onNotice: (payload: string) => void;
  /** Called after each connection but the first, before any notice of it: what was sent in between was not heard. */
  onGap: () => void;
};

/** What a process hears of its database, all of it over one connection. */
export type Listening = {
  /** Listens on a channel from now on; rejects while the connection is lost. */
  hear(channel: string, handlers: Handlers): Promise<Channel>;
  /** Whether it hears what is told now, as far as is known. */
  hears(): boolean;
  stop(): Promise<void>;
};

/** Shows in pg_stat_activity whose connection it is. */
export const listenerName = "deskhand-listener";

/** How often the connection is asked whether it is still there, and how long its answer is waited for. */
export type Beat = { everyMs: number; withinMs: number };

/** A connection that nothing comes over looks like one on which nothing happens: 15 seconds are the most that is missed. */
export const usualBeat: Beat = { everyMs: 10_000, withinMs: 5_000 };

const retryMs = 1_000;

/**
 * Opens the connection by which a process listens, which must be a direct one (no transaction pooler), and connects again
 * whenever it is lost or silent.
 */
export async function openListening(
  url: string,
  onError: (error: Error) => void,
  { everyMs, withinMs }: Beat = usualBeat,
): Promise<Listening> {
  const channels = new Map<string, Handlers>();
  let isStopped = false;
  let isHearing = false;
  let beating: NodeJS.Timeout | undefined;
  let client = await connect();
  hear(client);

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      ...connectionTo(url),
      application_name: listenerName,
      // An answer that does not come in time ends the connection.
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
    // Only now: a connection that never came about ends as well, and whoever tries again is at it already.
    next.once("end", () => void reconnect());
    isHearing = true;
    beatSoon(next);
    return next;
  }

  /** Passes on what a connection is told from now on; what came with the answer to its first words belongs to the gap. */
  function hear(on: pg.Client): void {
    on.on("notification", ({ channel, payload }) => channels.get(channel)?.onNotice(payload ?? ""));
  }

  function beatSoon(on: pg.Client): void {
    beating = setTimeout(async () => {
      try {
        await on.query("select");
        beatSoon(on);
      } catch {
        // The connection ends with it, which tells of itself.
        isHearing = false;
      }
    }, everyMs).unref();
  }

  async function reconnect(): Promise<void> {
    isHearing = false;
    clearTimeout(beating);
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
      clearTimeout(beating);
      await endConnection(client);
    },
  };
}

function toListen(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`;
}
