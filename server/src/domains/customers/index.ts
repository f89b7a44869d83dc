export { selectAddresses as findAddresses } from "./addresses.queries.ts";
export {
  type ImportedCustomer,
  insertCustomers as importCustomers,
  selectCustomer as findCustomer,
} from "./customers.queries.ts";
export { findOrCreateCustomer } from "./find-or-create-customer.ts";
export { dropGoneCustomers } from "./gone-customers.queries.ts";
export { joinCustomers } from "./join-customers.ts";
export { readCustomer } from "./list-customers.ts";
export { findMeant } from "./meant/find-meant.ts";
export { nameCustomer } from "./name-customer.ts";
export { redactCustomer } from "./redact-customer.ts";
export { removeStoreCustomers } from "./removal.queries.ts";
export { lockStoreData, saveStoreCustomers } from "./save-store-customers.ts";
export {
  deleteOldGone,
  forgetGone,
  insertErased,
  insertGone,
  type StoreCustomer,
  selectErased,
  selectGone,
  selectGoneNames,
} from "./store-customers.queries.ts";
