import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { hostOf } from "../../../platform/dns/address-list.ts";
import { fail } from "../../../platform/fail.ts";

/** Bounds what is held of requests before it is known whether they are signed: of all, and of each host. */
export class UncheckedBytes {
  readonly #most: number;
  readonly #mostOfHost: number;
  readonly #ofHost = new Map<string, number>();
  #all = 0;

  constructor(most: number, mostOfHost: number) {
    this.#most = most;
    this.#mostOfHost = mostOfHost;
  }

  /** Has a request's body read, counting its bytes until it is checked or refused. */
  async count<T>(
    { body, ip }: Pick<FastifyRequest, "body" | "ip">,
    read: (body: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    const host = hostOf(ip);
    let held = 0;
    const take = (size: number) => {
      held += size;
      this.#add(host, size);
      if (this.#all > this.#most || (this.#ofHost.get(host) ?? 0) > this.#mostOfHost) throw fail("webhook_too_many");
    };
    try {
      return await read(passing(body, take));
    } finally {
      this.#add(host, -held);
    }
  }

  #add(host: string, size: number): void {
    const ofHost = (this.#ofHost.get(host) ?? 0) + size;
    if (ofHost > 0) this.#ofHost.set(host, ofHost);
    else this.#ofHost.delete(host);
    this.#all += size;
  }
}

async function* passing(body: unknown, take: (size: number) => void): AsyncGenerator<Buffer> {
  if (!(body instanceof Readable)) return; // An empty body reaches no parser.
  // Where the rest is not read, its sender is still told why.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    take(piece.length);
    yield piece;
  }
}
