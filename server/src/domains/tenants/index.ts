export { forEachTenant } from "./for-each-tenant.ts";
export {
  isAtMailDomain,
  isWebmailDomain,
  newClientCode,
  readTimeZone,
  storeNameFor,
  supportAddress,
} from "./new-tenant.ts";
export {
  countTeam,
  deleteTeamUser,
  endTeamUser,
  findColleague,
  insertInvited,
  listColleagues,
  lockTeamUser,
  updateTeamUser,
} from "./people.queries.ts";
export {
  addTenant,
  allowProvider,
  dropSupportAddress,
  findTenant,
  hasTenants,
  isReceivedHere,
  isTwoFactorRequired,
  lockTenant,
  selectAllowedProviders,
  selectTenantIds,
  selectUnwantedNotifications,
  setTwoFactorRequired,
  setUnwantedNotifications,
  takeSupportAddress,
} from "./tenants.queries.ts";
