import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** What stands between a process and its database: it can be shut, or fall silent as a firewall or a failover does. */
export type WayToDatabase = {
  /** The database's URL by this way. */
  url: string;
  port: number;
  /** How many connections came so far. */
  come(): number;
  /**
   * From now on nothing comes through the connections that are open, and neither side is told. New ones come through, as after a
   * failover, unless they are to be silent as well.
   */
  fallSilent(alsoNew?: boolean): void;
  /** From now on whoever comes waits so long, in milliseconds, before anything is passed on. */
  delayNew(ms: number): void;
  /** From now on, or no longer, all that is open is reset and so is whoever comes, as by a balancer with nobody behind it. */
  reset(isOn: boolean): void;
  /** Has the answer to what is next asked in these words come at one go with all that follows, up to what says the others. */
  answerTogether(asked: string, said: string): void;
  /** Closes everything, which both sides hear. */
  shut(): Promise<void>;
};

/** Opens a way to a database, on a free port or on the one that is given. */
export async function openWayToDatabase(databaseUrl: string, port = 0): Promise<WayToDatabase> {
  const { host, port: pgPort } = new pg.Client({ connectionString: databaseUrl });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${pgPort}` } : { host, port: pgPort };
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  let isResetting = false;
  let delayMs = 0;
  let come = 0;
  let together: { asked: string; said: string } | null = null;
  const server = createServer(async (outer) => {
    come += 1;
    if (isResetting) return void outer.resetAndDestroy();
    if (delayMs > 0) {
      outer.on("error", () => outer.destroy()); // Whoever waits may go away.
      await sleep(delayMs);
    }
    const inner = connect(target);
    const pair = [outer, inner] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [inner, outer] as const]) {
      // What is said is read in any case, so that the speaker's own system takes it for sent.
      one.pipe(other);
      one.on("error", () => other.destroy()); // That ways break is what they are for.
    }
    if (isSilent) silence(pair);
    outer.on("data", (words: Buffer) => {
      if (together === null || !words.includes(together.asked)) return;
      holdUntil(pair, together.said);
      together = null;
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The way has no port");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  url.searchParams.delete("host");
  return {
    url: url.href,
    port: address.port,
    come: () => come,
    fallSilent(alsoNew = false) {
      isSilent = alsoNew;
      for (const pair of pairs) silence(pair);
    },
    delayNew(ms) {
      delayMs = ms;
    },
    reset(isOn) {
      isResetting = isOn;
      for (const [outer, inner] of isOn ? pairs : []) {
        outer.resetAndDestroy();
        inner.destroy();
      }
    },
    answerTogether(asked, said) {
      together = { asked, said };
    },
    async shut() {
      const closed = once(server.close(), "close");
      for (const socket of [...pairs].flat()) socket.destroy();
      await closed;
    },
  };
}

/** After so long a server finds out by itself that nobody is there, as it was told to ask (server/src/platform/db/pool.ts). */
const unheardMs = 60_000;

/** Passes on what the database says at one go, once it has said these words. */
function holdUntil([outer, inner]: readonly [Socket, Socket], said: string): void {
  let held = Buffer.alloc(0);
  inner.unpipe(outer);
  inner.on("data", function hold(words: Buffer) {
    held = Buffer.concat([held, words]);
    if (!held.includes(said)) return;
    inner.off("data", hold);
    outer.write(held);
    inner.pipe(outer);
  });
  inner.resume();
}

function silence([outer, inner]: readonly [Socket, Socket]): void {
  setTimeout(() => inner.destroy(), unheardMs).unref();
  for (const [one, other] of [
    [outer, inner],
    [inner, outer],
  ] as const) {
    one.unpipe(other);
    one.resume();
  }
}
