import { api } from "../../../platform/http/api.ts";
import { readSendingLimits } from "./quotas.ts";

const { limits } = api.sending;

export const sendingRoutes = {
  limits: limits.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readSendingLimits(tx, services.settings)),
  ),
};
