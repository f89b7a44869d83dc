export { isReceivedHere } from "./addresses.queries.ts";
export { forEachTenant } from "./for-each-tenant.ts";
export { isAtMailDomain } from "./mail-domain.ts";
export { newClientCode, storeNameFor, supportAddress } from "./new-tenant.ts";
export { readTimeZone } from "./read-time-zone.ts";
export {
  addTenant,
  allowProvider,
  dropSupportAddress,
  findTenant,
  hasTenants,
  isTwoFactorRequired,
  lockTenant,
  selectAllowedProviders,
  selectUnwantedNotifications,
  setTwoFactorRequired,
  setUnwantedNotifications,
  takeSupportAddress,
} from "./tenants.queries.ts";
export { isWebmailDomain } from "./webmail-domains.ts";
