import { api } from "../../../platform/http/api.ts";
import { checkOwnDomain, readOwnDomain } from "./check-domain.ts";
import { readSendingLimits } from "./quotas.ts";

const { limits, domain, checkDomain } = api.sending;

export const sendingRoutes = {
  limits: limits.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readSendingLimits(tx, services.settings)),
  ),
  domain: domain.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readOwnDomain(tx, services.settings)),
  ),
  checkDomain: checkDomain.handler(({ context: { services, actor } }) => checkOwnDomain(services, actor)),
};
