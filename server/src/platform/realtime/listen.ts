import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export type Listener = {
  /** Tells whoever listens to the channel, this listener included; rejects while the connection is lost. */
  notify(payload: string): Promise<void>;
  stop(): Promise<void>;
};

type Handlers = {
  onNotice: (payload: string) => void;
  /** Called after each connection but the first: what was sent in between was not heard. */
  onGap: () => void;
  onError: (error: Error) => void;
};

const retryMs = 1_000;

/**
 * Listens on a channel over a connection of its own, which must be a direct one (no transaction pooler), and connects
 * again whenever it is lost. Resolves when it hears.
 */
export async function listen(url: string, channel: string, handlers: Handlers): Promise<Listener> {
  let isStopped = false;
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    next.on("error", handlers.onError);
    next.on("notification", ({ payload }) => handlers.onNotice(payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end();
      throw error;
    }
    // Only now: a connection that never came about ends as well, and whoever tries again is at it already.
    next.once("end", () => void reconnect());
    return next;
  }

  async function reconnect(): Promise<void> {
    while (!isStopped) {
      await sleep(retryMs);
      try {
        client = await connect();
        return handlers.onGap();
      } catch (error) {
        handlers.onError(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  return {
    async notify(payload) {
      await client.query("select pg_notify($1, $2)", [channel, payload]);
    },
    async stop() {
      isStopped = true;
      await client.end();
    },
  };
}
