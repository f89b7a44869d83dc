import type { SessionList } from "@deskhand/contract/account";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { deviceOf } from "./device-of.ts";
import { selectOwnSessions } from "./own-sessions.queries.ts";

/** Where the person is signed in whose session this token is. */
export async function listSessions(tx: TenantTx, token: string): Promise<SessionList> {
  const rows = await selectOwnSessions(tx, token);
  if (rows.length === 0) throw fail("not_signed_in");
  return {
    items: rows.map(({ userAgent, ip, ...session }) => ({
      ...session,
      ...deviceOf(userAgent),
      // An IPv4 address as a socket of both families has it.
      ip: ip?.replace(/^::ffff:(?=[\d.]+$)/, "") || null,
    })),
  };
}
