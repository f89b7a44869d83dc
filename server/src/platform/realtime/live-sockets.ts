import type { Socket as Connection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientToServer, ServerToClient } from "@deskhand/contract/events";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { TenantId } from "../db/tenant.ts";
import { type Pace, TokenBuckets } from "../http/budgets/token-buckets.ts";
import type { SignedIn } from "../http/context.ts";

/** Who connected, and when on the clock of `performance`. */
type SocketData = { actor: SignedIn; cameAt: number };
export type LiveSocketServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Where those of its screens are reached that show presence. */
export function presenceRoomOf(tenant: TenantId): string {
  return `presence:${tenant}`;
}

/** How many live connections a person may have, and how often they, and all of their store, may connect. */
type ScreenBudget = {
  open: number;
  pace: { person: Pace; store: Pace };
  /** How long one waits until it is due, before it is refused. */
  patienceMs: number;
};

/** A person's connections, in requests that they may make a second. */
const openPerRequest = 2;
/** One connection costs as much as so many requests. */
const requestsPerConnect = 20;
const burstOfPerson = 30;
/** All screens of a store come back at once when a process begins anew. */
const burstOfStore = 1_000;

/** The budget that goes with a person's requests a second (docs/product.md#how-much-may-be-asked). */
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

/** Holds people to their budget of live connections, counted in this process alone. */
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

  /** Whether somebody may connect once more, on a connection that takes a place from now on until it ends. May take some seconds. */
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
