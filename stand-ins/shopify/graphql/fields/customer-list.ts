import { type CustomerEntry, customersBy, readCustomer } from "../../state/store.ts";
import type { StoreCustomer } from "../../state/store-state.ts";
import { nameOf } from "../../webhooks/address-payload.ts";
import type { Args, Context } from "../bind.ts";
import { connect } from "../connect.ts";
import { compareNumber, compareTime, readSearch, searchFault, type Term } from "../search-query.ts";
import type { CustomerRef } from "./customer-fields.ts";
import { countUpTo } from "./order-list.ts";

const keys: Record<string, (entry: CustomerEntry) => number> = {
  ID: ({ id }) => id,
  RELEVANCE: ({ id }) => id,
  CREATED_AT: ({ createdAt }) => createdAt,
  UPDATED_AT: ({ updatedAt }) => updatedAt,
};

export function pageOfCustomers({ store }: Context, args: Args) {
  const sortKey = String(args.sortKey ?? "ID");
  const key = keys[sortKey];
  if (!key) throw searchFault(`customers are not sorted by ${sortKey}`);
  const read = (entry: CustomerEntry) => readCustomer(store, entry);
  const found = searchCustomers(customersBy(store, sortKey, key), args.query, read);
  const refOf = (entry: CustomerEntry): CustomerRef => ({ typeName: "Customer", customer: read(entry) });
  return connect(found, args, { id: ({ id }) => id, key }, refOf);
}

export function countCustomers({ store }: Context, { query, limit }: Args) {
  const found = searchCustomers([...store.customers.values()], query, (entry) => readCustomer(store, entry)).length;
  return countUpTo(found, limit);
}

function searchCustomers(
  entries: readonly CustomerEntry[],
  query: unknown,
  read: (entry: CustomerEntry) => StoreCustomer,
): readonly CustomerEntry[] {
  if (typeof query !== "string" || query.trim() === "") return entries;
  return entries.filter(readSearch<CustomerEntry>(query, (term) => matchCustomer(term, read)));
}

function matchCustomer(term: Term, read: (entry: CustomerEntry) => StoreCustomer): (entry: CustomerEntry) => boolean {
  const value = term.value.toLowerCase();
  const same = (text: string | null) => text?.toLowerCase() === value;
  switch (term.field) {
    case "id":
      return ({ id }) => compareNumber(term, id);
    case "updated_at":
    case "customer_date":
      return ({ updatedAt }) => compareTime(term, updatedAt);
    case "created_at":
      return ({ createdAt }) => compareTime(term, createdAt);
    case "email":
      return (entry) => same(read(entry).email);
    case "phone":
      return (entry) => same(read(entry).phone);
    case "first_name":
      return (entry) => same(read(entry).firstName);
    case "last_name":
      return (entry) => same(read(entry).lastName);
    case "state":
      return (entry) => same(read(entry).state);
    case "tag":
      return (entry) => read(entry).tags.some(same);
    case null:
    case "default":
      return (entry) => `${nameOf(read(entry))} ${read(entry).email}`.toLowerCase().includes(value);
    default:
      throw searchFault(`customers have no search field ${term.field}`);
  }
}
