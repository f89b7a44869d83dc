import { once } from "node:events";
import { Readable } from "node:stream";
import pg from "pg";

/** Rows are handed on in blocks of about this size, each of whole rows. */
const blockSize = 256 * 1024;
const none = Buffer.alloc(0);

/** What the driver's connection can do besides what its types tell. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/**
 * What `copy … to stdout` gives, which may be the last of several statements; as slowly as it is read. Left before its end it
 * takes the connection with it, because the server would go on sending.
 */
export function copyOut(client: pg.Client, sql: string): Readable {
  const { stream } = client.connection;
  let isOver = false;
  const rows = new Readable({
    highWaterMark: 4 * blockSize,
    read: () => void stream.resume(),
    destroy(error, done) {
      if (!isOver) stream.destroy();
      done(error);
    },
  });
  const query = client.query(new CopyOut(sql, (block) => void (rows.push(block) || stream.pause())));
  query.on("error", (error) => {
    isOver = true;
    rows.destroy(error);
  });
  query.once("end", () => {
    isOver = true;
    const rest = query.takeBlock();
    if (rest.length > 0) rows.push(rest);
    rows.push(null);
  });
  return rows;
}

/** Gives `copy … from stdin` its rows, as fast as the server takes them; what the source throws ends the statement, too. */
export async function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const query = client.query(new CopyIn(sql));
  const failure = new AbortController();
  const over = new Promise<void>((resolve, reject) => {
    query.once("end", () => resolve());
    query.on("error", (error) => {
      failure.abort(error);
      reject(error);
    });
  });
  const wire = await Promise.race([query.begun, over]);
  if (!wire) throw new Error(`No statement that takes rows: ${sql}`);
  try {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length; at += blockSize) {
        failure.signal.throwIfAborted();
        wire.sendCopyFromChunk(Buffer.from(chunk.subarray(at, at + blockSize)));
        // A connection that has gone takes whatever it is given, and says so only once it is waited for.
        if (!wire.stream.writable) await over;
        if (wire.stream.writableNeedDrain) await once(wire.stream, "drain", { signal: failure.signal });
      }
    }
  } catch (error) {
    const reason = failure.signal.aborted ? failure.signal.reason : error;
    // A server that refused a row takes this as nothing, any other gives the statement up.
    wire.sendCopyFail("there are no more rows");
    await over.catch(() => undefined);
    throw reason;
  }
  wire.endCopyFrom();
  await over;
}

/** The driver leaves the messages of COPY to the query that is under way, which by itself ignores them. */
class CopyOut extends pg.Query {
  readonly #onBlock: (block: Buffer) => void;
  #block = none;
  #used = 0;

  constructor(sql: string, onBlock: (block: Buffer) => void) {
    super(sql);
    this.#onBlock = onBlock;
  }

  /** One row, in memory that the driver uses again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > blockSize && this.#used > 0) this.#onBlock(this.takeBlock());
    if (chunk.length > blockSize) this.#onBlock(Buffer.from(chunk));
    else {
      // Many tables have no row.
      if (this.#block === none) this.#block = Buffer.allocUnsafe(blockSize);
      this.#used += chunk.copy(this.#block, this.#used);
    }
  }

  takeBlock(): Buffer {
    const taken = this.#block.subarray(0, this.#used);
    this.#block = none;
    this.#used = 0;
    return taken;
  }
}

class CopyIn extends pg.Query {
  readonly #begun = Promise.withResolvers<Wire>();
  /** The connection, once the server waits for rows. */
  readonly begun = this.#begun.promise;

  handleCopyInResponse(connection: Wire): void {
    this.#begun.resolve(connection);
  }
}
