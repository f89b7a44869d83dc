import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A proxy between a process and its database, which can be closed, or fall silent like a firewall or a failover. */
export type WayToDatabase = {
  /** The database's URL through the proxy. */
  url: string;
  port: number;
  /** Returns how many connections were made so far. */
  come(): number;
  /**
   * From now on nothing passes through open connections, and neither side is told. New ones work, as after a failover, unless
   * `alsoNew` is set.
   */
  fallSilent(alsoNew?: boolean): void;
  /** From now on each new connection waits this many milliseconds before anything is passed on. */
  delayNew(ms: number): void;
  /** Starts or stops resetting all open and new connections, as a balancer without a server behind it does. */
  reset(isOn: boolean): void;
  /** Holds back the answer to the next query with the words `asked`, and sends it together with everything up to the words `said`. */
  answerTogether(asked: string, said: string): void;
  /** Closes everything, which both sides notice. */
  shut(): Promise<void>;
};

/** Opens a proxy to a database, on a free port or the given one. */
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
      outer.on("error", () => outer.destroy()); // A waiting client may leave.
      await sleep(delayMs);
    }
    const inner = connect(target);
    const pair = [outer, inner] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [inner, outer] as const]) {
      // Data is always read, so that the sender's system counts it as sent.
      from.pipe(to);
      from.on("error", () => to.destroy()); // This proxy is made to break.
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

/** After this time a server notices by itself that its peer is gone, as its connections are configured (server/src/platform/db/pool.ts). */
const unheardMs = 60_000;

/** Holds back what the database says until it has said these words, and passes it on at once. */
function holdUntil([outer, inner]: readonly [Socket, Socket], said: string): void {
  let buffered = Buffer.alloc(0);
  inner.unpipe(outer);
  inner.on("data", function hold(words: Buffer) {
    buffered = Buffer.concat([buffered, words]);
    if (!buffered.includes(said)) return;
    inner.off("data", hold);
    outer.write(buffered);
    inner.pipe(outer);
  });
  inner.resume();
}

function silence([outer, inner]: readonly [Socket, Socket]): void {
  setTimeout(() => inner.destroy(), unheardMs).unref();
  for (const [from, to] of [
    [outer, inner],
    [inner, outer],
  ] as const) {
    from.unpipe(to);
    from.resume();
  }
}
