import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionTo, endConnection } from "../db/pool.ts";

export type Listener = {
  /** Tells whoever listens to the channel, this listener included; rejects while the connection is lost. */
  notify(payload: string): Promise<void>;
  /** Whether it hears what is told now, as far as is known. */
  hears(): boolean;
  stop(): Promise<void>;
};

type Handlers = {
  onNotice: (payload: string) => void;
  /** Called after each connection but the first, before any notice of it: what was sent in between was not heard. */
  onGap: () => void;
  onError: (error: Error) => void;
};

/** How often the connection is asked whether it is still there, and how long its answer is waited for. */
export type Beat = { everyMs: number; withinMs: number };

/** A connection that nothing comes over looks like one on which nothing happens: 15 seconds are the most that is missed. */
export const usualBeat: Beat = { everyMs: 10_000, withinMs: 5_000 };

const retryMs = 1_000;

/**
 * Listens on a channel over a connection of its own, which must be a direct one (no transaction pooler), and connects
 * again whenever it is lost or silent. Resolves when it hears.
 */
export async function listen(
  url: string,
  channel: string,
  handlers: Handlers,
  { everyMs, withinMs }: Beat = usualBeat,
): Promise<Listener> {
  let isStopped = false;
  let isHearing = false;
  let beating: NodeJS.Timeout | undefined;
  let client = await connect();
  hear(client);

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      ...connectionTo(url),
      // Shows in pg_stat_activity what it listens to, whatever it was asked last.
      application_name: channel,
      // An answer that does not come in time ends the connection.
      pipeline: true,
      query_timeout: withinMs,
    });
    next.on("error", handlers.onError);
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
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
    on.on("notification", ({ payload }) => handlers.onNotice(payload ?? ""));
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
        handlers.onGap();
        return hear(client);
      } catch (error) {
        if (!isStopped) handlers.onError(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  return {
    async notify(payload) {
      await client.query("select pg_notify($1, $2)", [channel, payload]);
    },
    hears: () => isHearing && !client.connection.stream.destroyed,
    async stop() {
      isStopped = true;
      clearTimeout(beating);
      await endConnection(client);
    },
  };
}
