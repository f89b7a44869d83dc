import { parseCookies } from "better-auth/cookies";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { type CalledFrom, noTenant, type TenantTx } from "../../../platform/db/tenant.ts";
import { calledFrom } from "../../../platform/http/called-from.ts";
import type { Job, JobKind } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { findPersonByEmail } from "../asks/asks.queries.ts";
import { countLately } from "../auth.queries.ts";
import { warnOfGuesses } from "../guesses/warn-of-guesses.ts";
import { signInOf } from "../open-sign-in.ts";

type Refused = { email: string; from: { ip: string | null; userAgent: string | null } };

/** A sign-in was refused: whose address it is, is looked up later, so that the response takes as long for nobody's. */
export const refusedSignInKind: JobKind<Refused> = {
  name: "account.sign-in-refused",
  retryLimit: 3,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 60,
};

const passwordPath = "/api/auth/sign-in/email";
const guess = z.object({ email: z.string().max(320).toLowerCase() });
/** The log is not filled by whoever guesses: of more than so many in an hour it keeps no more. */
const mostRefused = 20;

/**
 * Has the routes of a scope, by which sessions begin, write into the audit log who signs in, before they are answered; and who
 * was refused for a wrong password.
 */
export function recordSignIns(scope: FastifyInstance, { db, jobs }: Pick<Services, "db" | "jobs">): void {
  const { actors, cookieNames } = signInOf(scope);
  scope.addHook("onSend", async (request, _reply, payload) => {
    if (!(payload instanceof Response)) return;
    const cookie = sessionIn(payload, cookieNames.session);
    const person = cookie && (await actors.recognise(cookie));
    // Whoever still has to enter a code is signed in by that, if it comes in time.
    if (person && person.step === "code") return actors.forget(person.userId);
    if (person) {
      const { tenantId, userId } = person;
      await db.withTenant({ tenantId, calledFrom: calledFrom(request) }, (tx) => recordSignIn(tx, userId));
      return;
    }
    const isRefused = request.routeOptions.url === passwordPath && payload.status === 401;
    const email = isRefused ? emailIn(request.body) : undefined;
    if (email === undefined) return;
    const { ip, userAgent = null } = calledFrom(request);
    await db.withTenant(noTenant, (tx) => jobs.enqueue(tx, refusedSignInKind, { email, from: { ip, userAgent } }));
  });
}

/** Writes into the audit log that somebody signed in. */
export function recordSignIn(tx: TenantTx, userId: string): Promise<void> {
  return record(tx, userId, "account.signed-in", userId);
}

/** Writes into the audit log of somebody's store that a sign-in with their address was refused. */
export async function recordRefused(
  services: Pick<Services, "db" | "jobs" | "settings">,
  { email, from }: Job<Refused>,
): Promise<void> {
  const { db } = services;
  const person = await db.withTenant(noTenant, (tx) => findPersonByEmail(tx, email));
  if (!person) return;
  const { tenantId, userId } = person;
  const then: CalledFrom = { ip: from.ip, userAgent: from.userAgent ?? undefined };
  await db.withTenant({ tenantId, calledFrom: then }, async (tx) => {
    if ((await countLately(tx, userId, "account.sign-in-failed", 60)) < mostRefused)
      await record(tx, null, "account.sign-in-failed", userId);
    if (person.isActive) await warnOfGuesses(tx, services, { email, calledFrom: then });
  });
}

/** The Cookie header of a session that a response begins; undefined when it begins none. */
function sessionIn(response: Response, name: string): string | undefined {
  const [cookie] = response.headers
    .getSetCookie()
    .map((header) => header.split(";")[0] ?? "")
    .filter((pair) => pair.startsWith(`${name}=`));
  return cookie !== undefined && parseCookies(cookie).get(name) ? cookie : undefined;
}

function emailIn(body: unknown): string | undefined {
  if (typeof body !== "string") return undefined;
  try {
    return guess.safeParse(JSON.parse(body)).data?.email;
  } catch {
    // No JSON, which was refused for that.
    return undefined;
  }
}
