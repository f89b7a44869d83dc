import type { CalledFrom } from "../../../platform/db/tenant.ts";
import { plainIp } from "../../../platform/http/called-from.ts";

/** From where a request to the sign-in came: the server puts the visitor's address into its headers. */
export function calledBy(headers: Headers | undefined): CalledFrom {
  return {
    ip: plainIp(headers?.get("x-deskhand-client-ip")),
    userAgent: headers?.get("user-agent") ?? undefined,
  };
}
