export { ofOrders, ticketsOf } from "./asked.queries.ts";
export {
  type ImportedCustomer,
  insertCustomers as importCustomers,
  selectAddresses as findAddresses,
  selectCustomer as findCustomer,
} from "./customers.queries.ts";
export { joinCustomers } from "./join-customers.ts";
export { readCustomer } from "./list-customers.ts";
export { dropGoneCustomers, removeStoreCustomers } from "./removal.queries.ts";
export { findOrCreateCustomer, nameCustomer, redactCustomer } from "./save-customer.ts";
export { lockStoreData, saveStoreCustomers } from "./save-store-customers.ts";
export { isSpelled, keepSpellings, type Spelling, writtenAs } from "./spellings.queries.ts";
export {
  deleteOldGone,
  forgetGone,
  insertErased,
  insertGone,
  type StoreCustomer,
  selectErased,
  selectGone,
} from "./store-customers.queries.ts";
