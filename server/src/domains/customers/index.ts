export {
  type ImportedCustomer,
  insertCustomers as importCustomers,
  selectCustomer as findCustomer,
} from "./customers.queries.ts";
export { findOrCreateCustomer } from "./find-or-create-customer.ts";
export { readCustomer } from "./list-customers.ts";
