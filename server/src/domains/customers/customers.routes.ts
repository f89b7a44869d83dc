import { api, sharedApi } from "../../platform/http/api.ts";
import { joinCustomers, partCustomer } from "./join-customers.ts";
import { listCustomers, loadCustomer, readCustomer, readCustomerStats, searchCustomers } from "./list-customers.ts";
import { changeAddress, createCustomer, deleteCustomer, updateCustomer } from "./save-customer.ts";

const { stats, search, join, part, delete: remove } = api.customers;
const { list, get, create, update, changeAddress: change } = sharedApi.customers;

export const customersRoutes = {
  list: list.handler(({ context, input }) => listCustomers(context.read, input)),
  stats: stats.handler(({ context }) => readCustomerStats(context.read)),
  search: search.handler(({ context, input }) => searchCustomers(context.read, input)),
  get: get.handler(({ context, input }) => readCustomer(context.read, input.id)),
  create: create.handler(({ context, input }) => context.withTenant((tx) => createCustomer(tx, input))),
  update: update.handler(({ context: { withTenant, once }, input }) =>
    withTenant(async (tx) => (await once(tx, () => updateCustomer(tx, input))) ?? loadCustomer(tx, input.id)),
  ),
  changeAddress: change.handler(({ context: { withTenant, actor, once }, input }) =>
    withTenant(async (tx) => (await once(tx, () => changeAddress(tx, actor, input))) ?? loadCustomer(tx, input.id)),
  ),
  join: join.handler(({ context, input }) => context.withTenant((tx) => joinCustomers(tx, context.actor, input))),
  part: part.handler(({ context, input }) => context.withTenant((tx) => partCustomer(tx, context.actor, input.id))),
  delete: remove.handler(({ context, input }) =>
    context.withTenant((tx) => deleteCustomer(tx, context.actor, input.id)),
  ),
};
