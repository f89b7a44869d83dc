import { once } from "node:events";
import { Readable } from "node:stream";
import pg from "pg";

/** Rows are passed on in blocks of about this size, each of whole rows. */
const blockSize = 256 * 1024;
const none = Buffer.alloc(0);

/** Methods of the driver's connection that its types omit. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/**
 * Streams the output of `copy … to stdout`, the last of possibly several statements, with back-pressure. Stopping early
 * closes the connection, because the server would go on sending.
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

/**
 * Sends rows to `copy … from stdin` as fast as the server takes them. An error of the source also ends the statement.
 */
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
        // A dead connection accepts all data and reports its error only when awaited.
        if (!wire.stream.writable) await over;
        if (wire.stream.writableNeedDrain) await once(wire.stream, "drain", { signal: failure.signal });
      }
    }
  } catch (error) {
    const reason = failure.signal.aborted ? failure.signal.reason : error;
    // A server that refused a row ignores this; any other aborts the statement.
    wire.sendCopyFail("there are no more rows");
    await over.catch(() => undefined);
    throw reason;
  }
  wire.endCopyFrom();
  await over;
}

/** The driver passes COPY messages to the active query, which ignores them by default. */
class CopyOut extends pg.Query {
  readonly #onBlock: (block: Buffer) => void;
  #block = none;
  #used = 0;

  constructor(sql: string, onBlock: (block: Buffer) => void) {
    super(sql);
    this.#onBlock = onBlock;
  }

  /** Copies the row, because the driver reuses its memory. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > blockSize && this.#used > 0) this.#onBlock(this.takeBlock());
    if (chunk.length > blockSize) this.#onBlock(Buffer.from(chunk));
    else {
      // Allocates late, because many tables are empty.
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
  /** Resolves with the connection when the server is ready for rows. */
  readonly begun = this.#begun.promise;

  handleCopyInResponse(connection: Wire): void {
    this.#begun.resolve(connection);
  }
}
