export { selectCustomer as findCustomer } from "./customers.queries.ts";
export { findOrCreateCustomer } from "./find-or-create-customer.ts";
export { type ImportedCustomer, importCustomers } from "./import-customers.ts";
