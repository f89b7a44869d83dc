import type { TenantTx } from "../../../platform/db/tenant.ts";
import { selectStore } from "./decide.queries.ts";

/** What tells a store's own mail from its customers': addresses in lower case. */
export type Store = {
  clientCode: string;
  addresses: ReadonlySet<string>;
  staff: ReadonlySet<string>;
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
  const { clientCode, addresses, staff, acknowledges } = await selectStore(tx);
  return { clientCode, acknowledges, addresses: new Set(addresses), staff: new Set(staff) };
}
