import type { SessionList } from "@deskhand/contract/account";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { listSessions } from "./list-sessions.ts";
import { endOwnSession } from "./own-sessions.queries.ts";

/** Ends another session of the actor, whose session this token is; its live connection is cut at once. */
export async function endSession(tx: TenantTx, { userId }: Actor, token: string, id: string): Promise<SessionList> {
  const sessions = await listSessions(tx, token);
  if (sessions.items.some((session) => session.isCurrent && session.id === id)) throw fail("session_is_current");
  if (!(await endOwnSession(tx, token, id))) throw fail("session_not_found");
  await record(tx, userId, "account.session-ended", userId, { sessionId: id });
  return { items: sessions.items.filter((session) => session.id !== id) };
}
