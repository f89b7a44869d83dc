import { api } from "../../platform/http/api.ts";
import { joinCustomers, partCustomer } from "./join-customers.ts";
import { listCustomers, readCustomer, readCustomerStats, searchCustomers } from "./list-customers.ts";
import { changeAddress, createCustomer, deleteCustomer, updateCustomer } from "./save-customer.ts";

const { list, stats, search, get, create, update, changeAddress: change, join, part, delete: remove } = api.customers;

export const customersRoutes = {
  list: list.handler(({ context, input }) => listCustomers(context.read, input)),
  stats: stats.handler(({ context }) => readCustomerStats(context.read)),
  search: search.handler(({ context, input }) => searchCustomers(context.read, input)),
  get: get.handler(({ context, input }) => readCustomer(context.read, input.id)),
  create: create.handler(({ context, input }) => context.withTenant((tx) => createCustomer(tx, input))),
  update: update.handler(({ context, input }) => context.withTenant((tx) => updateCustomer(tx, input))),
  changeAddress: change.handler(({ context, input }) =>
    context.withTenant((tx) => changeAddress(tx, context.actor, input)),
  ),
  join: join.handler(({ context, input }) => context.withTenant((tx) => joinCustomers(tx, context.actor, input))),
  part: part.handler(({ context, input }) => context.withTenant((tx) => partCustomer(tx, context.actor, input.id))),
  delete: remove.handler(({ context, input }) =>
    context.withTenant((tx) => deleteCustomer(tx, context.actor, input.id)),
  ),
};
