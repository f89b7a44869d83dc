import type { SessionList } from "@deskhand/contract/account";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { listSessions } from "./list-sessions.ts";
import { endOtherOwnSessions } from "./own-sessions.queries.ts";

/** Ends every session of the actor but the one whose token this is; their live connections are cut at once. */
export async function endOtherSessions(tx: TenantTx, { userId }: Actor, token: string): Promise<SessionList> {
  const ended = await endOtherOwnSessions(tx, token);
  if (ended > 0) await record(tx, userId, "account.other-sessions-ended", userId, { ended });
  return listSessions(tx, token);
}
