import { ImapFlow } from "imapflow";
import { findServer, RefusedAddress } from "../outside/outer-address.ts";
import type { Outside } from "../outside/outside.ts";
import { faultOf, ImapFault } from "./imap-fault.ts";

/** Where a mailbox is, and who may read it. */
export type ImapPlace = {
  host: string;
  port: number;
  /** Encrypted from the first byte, or by STARTTLS; never not at all. */
  security: "tls" | "starttls";
  user: string;
  password: string;
  folder: string;
};

/**
 * A server is a stranger's, and may send anything: these limits bound what one of its answers costs. A mail comes in pieces of
 * `piece`, so no answer needs more than the numbers of `mostNumbers` mails take.
 */
const bounds = {
  piece: 512 * 1024,
  maxLiteralSize: 1024 * 1024,
  maxLineLength: 5 * 1024 * 1024,
  maxResponseSize: 7 * 1024 * 1024,
  maxResponseTokens: 100_000,
} as const;
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 10_000, socketTimeout: 60_000 } as const;

/** Mails whose sizes are asked for together. */
const askedTogether = 100;

/** A mail in a folder, before it was read. */
export type ListedMail = { uid: number; size: number };

/**
 * A folder that is open for reading alone: nothing in it is ever marked, moved or deleted. Every call rejects with an `ImapFault` if
 * the server fails.
 */
export class ImapFolder {
  readonly #client: ImapFlow;
  readonly uidValidity: bigint;
  #hasNews = false;

  constructor(client: ImapFlow, uidValidity: bigint) {
    this.#client = client;
    this.uidValidity = uidValidity;
    client.on("exists", () => {
      this.#hasNews = true;
    });
  }

  get isOpen(): boolean {
    return this.#client.usable;
  }

  /** Returns the UIDs after one, of mails that came on a day or later, in order. */
  async uidsAfter(uid: number, since: string): Promise<number[]> {
    this.#hasNews = false;
    const found = await this.#use(() =>
      this.#client.search({ uid: `${uid + 1}:*`, since: new Date(`${since}T00:00:00Z`) }, { uid: true }),
    );
    if (!Array.isArray(found)) throw new ImapFault("protocol");
    // "n:*" always includes the last mail, however small its number is (RFC 9051, section 9).
    return found.filter((each) => each > uid).toSorted((one, other) => one - other);
  }

  /** Returns the sizes of those of these mails that are there. */
  async list(uids: readonly number[]): Promise<ListedMail[]> {
    const listed: ListedMail[] = [];
    for (let at = 0; at < uids.length; at += askedTogether) {
      const asked = new Set(uids.slice(at, at + askedTogether));
      const found = await this.#use(() =>
        this.#client.fetchAll([...asked].join(","), { uid: true, size: true }, { uid: true }),
      );
      for (const { uid, size = 0 } of found) if (asked.delete(uid)) listed.push({ uid, size });
    }
    return listed.toSorted((one, other) => one.uid - other.uid);
  }

  /** Returns a mail's bytes, piece by piece and up to `most`; null if it is gone. Ends with an `ImapFault` if it breaks off. */
  async read(uid: number, most: number): Promise<AsyncIterable<Uint8Array> | null> {
    const { content } = await this.#use(() =>
      this.#client.download(String(uid), undefined, { uid: true, maxBytes: most, chunkSize: bounds.piece }),
    );
    return content === undefined ? null : unlessBroken(content);
  }

  /** Waits until the server tells of news since the last search, for at most some seconds, or until the signal ends it. */
  async waitForNews(seconds: number, ending: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, seconds * 1_000);
    const end = () => over.resolve();
    for (const event of ["exists", "close"] as const) this.#client.once(event, end);
    ending.addEventListener("abort", end, { once: true });
    // News that came since the last search may have been told already.
    if (ending.aborted || this.#hasNews || !this.#client.usable) end();
    // A server without IDLE is asked now and then. The next command ends it, and says if it failed.
    else this.#client.idle().catch(end);
    try {
      await over.promise;
    } finally {
      clearTimeout(timer);
      ending.removeEventListener("abort", end);
      for (const event of ["exists", "close"] as const) this.#client.off(event, end);
    }
    if (!this.#client.usable && !ending.aborted) throw new ImapFault("unreachable");
  }

  /** Ends the connection at once. */
  close(): void {
    this.#client.close();
  }

  async #use<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (error) {
      throw faultOf(error, "use");
    }
  }
}

async function* unlessBroken(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw faultOf(error, "use");
  }
}

/** Signs in to a mailbox and opens its folder for reading. Rejects with an `ImapFault` that says what is wrong. */
export async function openImap(outside: Outside, place: ImapPlace, ending: AbortSignal): Promise<ImapFolder> {
  const server = await findImapServer(outside, place);
  ending.throwIfAborted();
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    // Without a name the address itself has to stand in the certificate.
    ...(server.servername !== "" && { servername: server.servername }),
    ...(place.security === "tls" ? { secure: true } : { secure: false, doSTARTTLS: true }),
    auth: { user: place.user, pass: place.password },
    tls: { minVersion: "TLSv1.2" },
    clientInfo: { name: "Deskhand" },
    logger: false,
    disableAutoIdle: true,
    // What is compressed may be a thousand times as long when it is read.
    disableCompression: true,
    ...timeouts,
    maxLiteralSize: bounds.maxLiteralSize,
    maxLineLength: bounds.maxLineLength,
    maxResponseSize: bounds.maxResponseSize,
    maxResponseTokens: bounds.maxResponseTokens,
  });
  // The command that is under way, or the next one, says so.
  client.on("error", () => undefined);
  const end = () => client.close();
  ending.addEventListener("abort", end, { once: true });
  client.once("close", () => ending.removeEventListener("abort", end));
  try {
    await client.connect();
    return await openFolder(client, place.folder);
  } catch (error) {
    client.close();
    throw faultOf(error, "connect");
  }
}

async function openFolder(client: ImapFlow, path: string): Promise<ImapFolder> {
  try {
    // EXAMINE: the server itself then refuses every change, and marks nothing as seen.
    const { uidValidity } = await client.mailboxOpen(path, { readOnly: true });
    if (typeof uidValidity !== "bigint" || uidValidity <= 0n) throw new ImapFault("protocol");
    return new ImapFolder(client, uidValidity);
  } catch (error) {
    throw faultOf(error, "open");
  }
}

async function findImapServer(outside: Outside, { host, port }: ImapPlace) {
  try {
    return await findServer(outside, host, port);
  } catch (error) {
    throw new ImapFault("host", null, error instanceof RefusedAddress ? undefined : error);
  }
}
