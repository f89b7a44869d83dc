export { findOrCreateCustomer } from "./find-or-create-customer.ts";
