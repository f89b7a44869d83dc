import type { SessionList } from "@deskhand/contract/account";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { deviceOf, plainIp } from "../../platform/http/called-from.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import type { OwnSignIn } from "./own-sign-in.ts";
import { readTwoFactor } from "./two-factor/two-factor.ts";

/** How long a sign-in waits for its code (`session_of`); afterwards it grants nothing. */
const codeMs = 15 * 60_000;

/** Lists where a person is signed in or has yet to enter a code: this session first, then by latest use. */
export async function listSessions(
  tx: TenantTx,
  actor: Actor,
  { sessionId, sessions }: OwnSignIn,
): Promise<SessionList> {
  const { isOn } = await readTwoFactor(tx, actor);
  const isOpen = ({ proof, createdAt }: { proof?: string | null | undefined; createdAt: Date }) =>
    !isOn || Boolean(proof) || Date.now() - createdAt.getTime() < codeMs;
  const items = (await sessions()).filter(isOpen).map(({ id, createdAt, updatedAt, ipAddress, userAgent, proof }) => ({
    id,
    ...deviceOf(userAgent),
    ip: plainIp(ipAddress),
    createdAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    isCurrent: id === sessionId,
    awaitsCode: isOn && !proof,
  }));
  const rank = ({ isCurrent, lastUsedAt, id }: (typeof items)[number]) => `${isCurrent ? 1 : 0} ${lastUsedAt} ${id}`;
  return { items: items.sort((a, b) => (rank(a) < rank(b) ? 1 : -1)) };
}

/** Ends another session of the actor and cuts its live connection at once. */
export async function endSession(tx: TenantTx, actor: Actor, own: OwnSignIn, id: string): Promise<SessionList> {
  const { userId } = actor;
  if (id === own.sessionId) throw fail("session_is_current");
  const ended = (await own.sessions()).find((session) => session.id === id);
  if (!ended) throw fail("session_not_found");
  await record(tx, userId, "account.session-ended", userId, { sessionId: id });
  await own.endSession(ended.token);
  return listSessions(tx, actor, own);
}

/** Ends all of the actor's sessions but this one and cuts their live connections at once. */
export async function endOtherSessions(tx: TenantTx, actor: Actor, own: OwnSignIn): Promise<SessionList> {
  const { userId } = actor;
  const ended = (await own.sessions()).length - 1;
  if (ended > 0) await record(tx, userId, "account.other-sessions-ended", userId, { ended });
  await own.endOtherSessions();
  return listSessions(tx, actor, own);
}
