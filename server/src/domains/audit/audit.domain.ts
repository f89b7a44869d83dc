import type { Domain } from "../../platform/domain.ts";
import { forgetInAudit } from "./audit.queries.ts";

export const audit: Domain = {
  subscribers: { "customer.redacted": forgetInAudit },
};
