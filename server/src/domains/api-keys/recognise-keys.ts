import { createHash } from "node:crypto";
import { apiKeyLimits } from "@deskhand/contract/programs/api-key-limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asTenantId } from "../../platform/db/tenant.ts";
import { AddressList, hostOf } from "../../platform/dns/address-list.ts";
import { fail } from "../../platform/fail.ts";
import { TokenBuckets } from "../../platform/http/budgets/token-buckets.ts";
import { calledFrom } from "../../platform/http/called-from.ts";
import type { KeyActor } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { hasHash, holdsApiKey, readApiKey } from "./api-key.ts";
import { noteUse, selectKeyByPart } from "./api-keys.queries.ts";

/** More than the keys that are in use at one installation; beyond it they are remembered anew. */
const mostGood = 10_000;

/**
 * Finds whose API key came with a request to `/api/v1`, before its body is read. The database is asked each time: a key that
 * was revoked is refused from the next one on, and only of its being good lately a hash is kept.
 */
export function recogniseKeys(http: FastifyInstance, { db }: Pick<Services, "db">): void {
  const { keyGuesses: burst, keyGuessesPerMinute } = apiKeyLimits;
  const guesses = new TokenBuckets({ burst, perSecond: keyGuessesPerMinute / 60 });
  const goodLately = new Set<string>();

  http.addHook("onRequest", async (request, reply) => {
    if (!request.routeOptions.config.isForKeys) return;
    reply.header("cache-control", "no-store");
    if (holdsApiKey(request.url)) throw fail("key_in_address");
    const bearer = bearerOf(request);
    const from = hostOf(request.ip);
    const mark = sha256(bearer);
    // Guesses of others behind the same proxy keep no program waiting that has a good key.
    if (!goodLately.has(mark)) refuseGuesser(reply, guesses.waitMs(from, performance.now()));
    const key = await find(bearer, request);
    if (!key) {
      goodLately.delete(mark);
      guesses.take(from, performance.now());
      throw fail("key_invalid");
    }
    if (goodLately.size >= mostGood) goodLately.clear();
    goodLately.add(mark);
    request.key = key;
    Object.assign(request.logContext ?? {}, { tenantId: key.tenantId, keyId: key.keyId });
  });

  async function find(bearer: string, request: FastifyRequest): Promise<KeyActor | null> {
    const read = readApiKey(bearer);
    if (!read) return null;
    const found = await selectKeyByPart(db, read.publicPart);
    if (!hasHash(read.secret, [found?.secret_hash, found?.earlier_hash]) || !found) return null;
    if (found.is_revoked) throw fail("key_revoked");
    if (found.is_over) throw fail("key_expired");
    const from = calledFrom(request);
    if (found.ranges.length > 0 && !new AddressList(found.ranges).has(from.ip ?? "")) throw fail("key_not_from_here");
    const tenantId = asTenantId(found.client_id);
    const name = `${found.name} (API key)`;
    if (found.is_use_due) await db.withTenant(tenantId, (tx) => noteUse(tx, found.id, from.ip), { commit: "soon" });
    return { kind: "key", userId: null, keyId: found.id, tenantId, name, can: found.scopes, calledFrom: from };
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

function bearerOf({ headers: { authorization = "" } }: FastifyRequest): string {
  const [, bearer] = /^bearer +(\S+)\s*$/i.exec(authorization) ?? [];
  if (bearer === undefined) throw fail("key_missing");
  return bearer;
}

function refuseGuesser(reply: FastifyReply, waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1_000);
  reply.header("retry-after", seconds);
  throw fail("too_many_requests", { seconds });
}
