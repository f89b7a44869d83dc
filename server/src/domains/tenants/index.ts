export { addTenant } from "./add-tenant.ts";
export { findTenant, supportAddressesOf } from "./find-tenant.ts";
export { forEachTenant } from "./for-each-tenant.ts";
export { newClientCode, storeNameFor, supportAddress } from "./new-tenant.ts";
export { readTimeZone } from "./read-time-zone.ts";
export { hasTenants } from "./tenants.queries.ts";
