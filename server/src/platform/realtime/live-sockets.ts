import type { Socket as Connection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientToServer, ServerToClient } from "@deskhand/contract/events";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { TenantId } from "../db/tenant.ts";
import { type Pace, TokenBuckets } from "../http/budgets/token-buckets.ts";
import type { SignedIn } from "../http/context.ts";

/** The connected person, and the time by `performance.now()`. */
type SocketData = { actor: SignedIn; connectedAt: number };
export type LiveSocketServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Returns the room of a tenant's screens that show presence. */
export function presenceRoomOf(tenant: TenantId): string {
  return `presence:${tenant}`;
}

/** Limits of a person's live connections, and of new ones by a person and a store. */
type ScreenBudget = {
  open: number;
  pace: { person: Pace; store: Pace };
  /** How long a connection may wait for its rate limit before it is refused. */
  patienceMs: number;
};

/** Connections per allowed request per second. */
const openPerRequest = 2;
/** A connection costs as much as this many requests. */
const requestsPerConnect = 20;
const burstOfPerson = 30;
/** All screens of a store reconnect at once when a process restarts. */
const burstOfStore = 1_000;

/** Derives the limits from a person's requests per second (docs/product.md#how-much-may-be-asked). */
export function screenBudgetFor(perSecond: number): ScreenBudget {
  return {
    open: openPerRequest * perSecond,
    pace: {
      person: { perSecond: perSecond / requestsPerConnect, burst: burstOfPerson },
      store: { perSecond, burst: burstOfStore },
    },
    patienceMs: 2_000,
  };
}

/** Limits people's live connections, counted per process. */
export class BoundScreens {
  readonly #budget: ScreenBudget;
  readonly #people: TokenBuckets;
  readonly #stores: TokenBuckets;
  readonly #open = new Map<string, number>();

  constructor(budget: ScreenBudget) {
    this.#budget = budget;
    this.#people = new TokenBuckets(budget.pace.person);
    this.#stores = new TokenBuckets(budget.pace.store);
  }

  /** Whether a person may open another connection, which then counts until it closes. May take some seconds. */
  async admit({ userId, tenantId }: Pick<SignedIn, "userId" | "tenantId">, connection: Connection): Promise<boolean> {
    const now = performance.now();
    const waitMs = Math.max(this.#people.waitMs(userId, now), this.#stores.waitMs(tenantId, now));
    const open = this.#open.get(userId) ?? 0;
    if (open >= this.#budget.open || waitMs > this.#budget.patienceMs || connection.destroyed) return false;
    this.#people.take(userId, now);
    this.#stores.take(tenantId, now);
    this.#open.set(userId, open + 1);
    connection.once("close", () => this.#leave(userId));
    if (waitMs > 0) await sleep(waitMs);
    return !connection.destroyed;
  }

  #leave(userId: string): void {
    const left = (this.#open.get(userId) ?? 1) - 1;
    if (left > 0) this.#open.set(userId, left);
    else this.#open.delete(userId);
  }
}
