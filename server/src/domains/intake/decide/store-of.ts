import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectStore } from "./decide.queries.ts";

/** One of the store's staff, as messages have them for their author. */
export type Colleague = { id: string; name: string; email: string };

/** What tells a store's own mail from its customers': addresses in lower case. */
export type Store = {
  clientCode: string;
  addresses: ReadonlySet<string>;
  /** Those, and the ones that it says are its own and has not shown to be. */
  claimed: ReadonlySet<string>;
  /** By their addresses. */
  staff: ReadonlyMap<string, Colleague>;
  /** Whether it wants new tickets acknowledged. */
  acknowledges: boolean;
};

const known = new WeakMap<TenantTx, Promise<Store>>();

/** The store of a transaction, asked for once in it. */
export function storeOf(tx: TenantTx): Promise<Store> {
  const store = known.get(tx) ?? readStore(tx);
  known.set(tx, store);
  return store;
}

async function readStore(tx: TenantTx): Promise<Store> {
  const { clientCode, addresses, claimed, staff, acknowledges } = await selectStore(tx);
  return {
    clientCode,
    acknowledges,
    addresses: new Set(addresses),
    claimed: new Set(claimed),
    staff: new Map(staff.map((one) => [one.email.toLowerCase(), one])),
  };
}
