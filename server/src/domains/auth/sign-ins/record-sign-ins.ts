import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import { parseCookies } from "better-auth/cookies";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { type CalledFrom, noTenant, type TenantTx } from "../../../platform/db/tenant.ts";
import { calledFrom } from "../../../platform/http/called-from.ts";
import type { SignedIn } from "../../../platform/http/context.ts";
import type { Job, JobKind } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { countLately, markSignedIn } from "../auth.queries.ts";
import { storedKey } from "../guesses/count-guesses.ts";
import { fromEverywhere } from "../guesses/guess-rules.ts";
import { countTried } from "../guesses/guesses.queries.ts";
import { networkOf } from "../guesses/network-of.ts";
import { takeTurn } from "../mail-requests/mail-pace.ts";
import { findPersonByEmail } from "../mail-requests/mail-requests.queries.ts";
import { signInOf } from "../open-sign-in.ts";
import { tellPerson } from "../tell-person.ts";

type Refused = {
  email: string;
  from: { ip: string | null; userAgent: string | null };
  /** Refused because of too many wrong passwords before, not for the password. */
  isLimit?: boolean;
};

/** A refused sign-in. Its address is looked up later, so that the response takes the same time for an unknown one. */
export const refusedSignInKind: JobKind<Refused> = {
  name: "account.sign-in-refused",
  retryLimit: 3,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 60,
  isOfNoStore: true,
};

const passwordPath = "/api/auth/sign-in/email";
/** The way of signing in by path, in the log's words. */
const ways: Record<string, SignInWay> = {
  [passwordPath]: "password",
  "/api/auth/passkey/verify-authentication": "passkey",
  "/api/auth/oauth2/callback/google": "Google",
  "/api/auth/oauth2/callback/twitter": "X",
};
type SignInWay = "password" | "passkey" | "Google" | "X" | "link in a mail" | "code" | "recovery code";

const guess = z.object({ email: z.string().max(320).toLowerCase() });
/** The log keeps at most so many refusals an hour, so that guesses do not fill it. */
const maxRefused = 20;

/**
 * Records sign-ins of a scope's routes in log and audit log before they are answered, and refusals for a wrong password
 * or too many of them.
 */
export function recordSignIns(scope: FastifyInstance, { db, jobs, log }: Pick<Services, "db" | "jobs" | "log">): void {
  const bursts = new Bursts();
  const { actors, cookieNames } = signInOf(scope);
  scope.addHook("onSend", async (request, _reply, payload) => {
    if (!(payload instanceof Response)) return;
    const way = ways[request.routeOptions.url ?? ""] ?? "link in a mail";
    const cookie = sessionIn(payload, cookieNames.session);
    const person = cookie && (await actors.recognise(cookie));
    // A person who still has to enter a code is signed in by that, if it comes in time.
    if (person && person.step === "code") return actors.forget(person.userId);
    if (person) {
      const { tenantId, userId } = person;
      log.info({ userId, tenantId, network: networkOf(request.ip), way }, "Somebody signed in");
      await db.withTenant({ tenantId, calledFrom: calledFrom(request) }, (tx) => recordSignIn(tx, userId, way));
      return;
    }
    // The passkey's owner is not known.
    if (way === "passkey" && payload.status >= 400) log.info({ network: networkOf(request.ip), way }, refusedWords);
    const isLimit = payload.status === 429;
    const isRefused = request.routeOptions.url === passwordPath && (payload.status === 401 || isLimit);
    const email = isRefused ? emailIn(request.body) : undefined;
    // Attempts beyond the limit are one burst.
    if (email === undefined || (isLimit && !bursts.begins(email))) return;
    const { ip, userAgent = null } = calledFrom(request);
    log.info({ network: networkOf(ip), way, isLimit }, refusedWords);
    const refused = { email, from: { ip, userAgent }, isLimit };
    await db.withTenant(noTenant, (tx) => jobs.enqueue(tx, refusedSignInKind, refused));
  });
}

/** The log's message for a refused sign-in. */
export const refusedWords = "A sign-in was refused";

/** Sets a person's last sign-in, and records in log and audit log how they signed in. */
export async function recordSignIn(tx: TenantTx, userId: string, way: SignInWay): Promise<void> {
  await markSignedIn(tx, userId);
  await record(tx, userId, "account.signed-in", userId, { by: way });
}

/** Records in log and audit log that a person signed out. */
export async function recordSignOut(
  { db, log }: Pick<Services, "db" | "log">,
  request: FastifyRequest,
  { tenantId, userId }: SignedIn,
): Promise<void> {
  log.info({ userId, tenantId, network: networkOf(request.ip) }, "Somebody signed out");
  await db.withTenant({ tenantId, calledFrom: calledFrom(request) }, (tx) =>
    record(tx, userId, "account.signed-out", userId),
  );
}

/** Records in the audit log of a person's store that a sign-in with their address was refused. */
export async function recordRefused(
  services: Pick<Services, "db" | "jobs" | "settings" | "log">,
  { email, from, isLimit = false }: Job<Refused>,
): Promise<void> {
  const { db, log } = services;
  const person = await db.withTenant(noTenant, (tx) => findPersonByEmail(tx, email));
  if (!person) return;
  const { tenantId, userId } = person;
  const origin: CalledFrom = { ip: from.ip, userAgent: from.userAgent ?? undefined };
  log.info({ userId, tenantId, network: networkOf(from.ip), isLimit }, "A sign-in to an account was refused");
  const action = isLimit ? "account.sign-in-limited" : "account.sign-in-failed";
  await db.withTenant({ tenantId, calledFrom: origin }, async (tx) => {
    if ((await countLately(tx, userId, action, 60)) < maxRefused) await record(tx, null, action, userId);
    if (person.isActive && !isLimit) await warnOfGuesses(tx, services, { email, calledFrom: origin });
  });
}

/** The Cookie header of the session that a response begins; undefined when it begins none. */
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
    // No JSON, and refused for that.
    return undefined;
  }
}

/** The audit log keeps so many refusals of a person per hour, of all kinds. */
const maxPerHour = 20;

const failureSchema = z.object({ code: z.string(), message: z.string() });

/**
 * Records refusals to signed-in people, for their role or a limit, in log and audit log: once per burst, so that nobody
 * can fill it (docs/product.md#the-audit-log).
 */
export function recordRefusals(http: FastifyInstance, { db, log }: Pick<Services, "db" | "log">): void {
  const bursts = new Bursts();
  http.addHook("onSend", async ({ actor, ip }, { statusCode }, payload) => {
    if (!actor || typeof payload !== "string" || (statusCode !== 403 && statusCode !== 429)) return;
    const failure = failureIn(payload);
    const action = failure && actionOf(failure.code, statusCode);
    const { userId, tenantId } = actor;
    if (!failure || (!action && failure.code !== "origin_not_allowed")) return;
    if (!bursts.begins(`${userId} ${failure.message}`)) return;
    log.info({ userId, tenantId, network: networkOf(ip), code: failure.code }, "Somebody was refused");
    if (!action) return;
    try {
      await db.withTenant(actor, async (tx) => {
        if ((await countLately(tx, userId, action, 60)) >= maxPerHour) return;
        await record(tx, userId, action, { id: userId, label: failure.message });
      });
    } catch (err) {
      // The person has been refused and told why in any case.
      log.error({ err, userId, tenantId }, "A refusal could not be written into the audit log");
    }
  });
}

function actionOf(code: string, status: 403 | 429): AuditAction | null {
  if (status === 429) return "account.limit-reached";
  // A request from another website is not theirs, and the setup of a second factor is asked for by its own message.
  return code === "not_allowed" || code === "view_not_yours" ? "account.refused" : null;
}

function failureIn(payload: string): z.infer<typeof failureSchema> | null {
  try {
    return failureSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    // Not a failure of the catalogue.
    return null;
  }
}

const burstMs = 10 * 60_000;
const maxRemembered = 10_000;

/** Counts repetitions within ten minutes as one burst. */
export class Bursts {
  readonly #until = new Map<string, number>();

  /** Whether this is the first of a burst of its kind. */
  begins(kind: string, now = Date.now()): boolean {
    const until = this.#until.get(kind) ?? 0;
    if (until > now) return false;
    if (this.#until.size >= maxRemembered) this.#until.clear();
    this.#until.set(kind, now + burstMs);
    return true;
  }
}

const onceADay = { minutes: 24 * 60, perDay: 1 };

/** Mails a person, at most once a day, that their address is blocked for now after too many wrong passwords. */
async function warnOfGuesses(
  tx: TenantTx,
  services: Pick<Services, "jobs" | "settings">,
  { email, calledFrom }: { email: string; calledFrom: CalledFrom },
): Promise<void> {
  const counter = fromEverywhere(email);
  const tried = await countTried(tx, storedKey(counter));
  if (tried < counter.most || !(await takeTurn(tx, "guesses", email, onceADay))) return;
  await tellPerson(tx, { actor: { email, calledFrom }, services }, { notice: "passwords_guessed", tried });
}
