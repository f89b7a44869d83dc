export { type Customer, findOrCreateCustomer } from "./find-or-create-customer.ts";
