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
import { findPersonByEmail } from "../asks/asks.queries.ts";
import { takeTurn } from "../asks/mail-pace.ts";
import { countLately, markSignedIn } from "../auth.queries.ts";
import { keptAs } from "../guesses/count-guesses.ts";
import { everywhereAt } from "../guesses/guess-rules.ts";
import { countTried } from "../guesses/guesses.queries.ts";
import { networkOf } from "../guesses/network-of.ts";
import { signInOf } from "../open-sign-in.ts";
import { tellPerson } from "../tell-person.ts";

type Refused = {
  email: string;
  from: { ip: string | null; userAgent: string | null };
  /** Not for the password: there were too many wrong ones before. */
  isLimit?: boolean;
};

/** A sign-in was refused: whose address it is, is looked up later, so that the response takes as long for nobody's. */
export const refusedSignInKind: JobKind<Refused> = {
  name: "account.sign-in-refused",
  retryLimit: 3,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 60,
  isOfNoStore: true,
};

const passwordPath = "/api/auth/sign-in/email";
/** By which way a session begins, in the words of the log. */
const ways: Record<string, SignInWay> = {
  [passwordPath]: "password",
  "/api/auth/passkey/verify-authentication": "passkey",
  "/api/auth/oauth2/callback/google": "Google",
  "/api/auth/oauth2/callback/twitter": "X",
};
type SignInWay = "password" | "passkey" | "Google" | "X" | "link in a mail" | "code" | "recovery code";

const guess = z.object({ email: z.string().max(320).toLowerCase() });
/** The log is not filled by whoever guesses: of more than so many in an hour it keeps no more. */
const mostRefused = 20;

/**
 * Has the routes of a scope, by which sessions begin, log who signs in and write it into the audit log, before they are answered;
 * and who was refused, for a wrong password or because there were too many.
 */
export function recordSignIns(scope: FastifyInstance, { db, jobs, log }: Pick<Services, "db" | "jobs" | "log">): void {
  const bursts = new Bursts();
  const { actors, cookieNames } = signInOf(scope);
  scope.addHook("onSend", async (request, _reply, payload) => {
    if (!(payload instanceof Response)) return;
    const way = ways[request.routeOptions.url ?? ""] ?? "link in a mail";
    const cookie = sessionIn(payload, cookieNames.session);
    const person = cookie && (await actors.recognise(cookie));
    // Whoever still has to enter a code is signed in by that, if it comes in time.
    if (person && person.step === "code") return actors.forget(person.userId);
    if (person) {
      const { tenantId, userId } = person;
      log.info({ userId, tenantId, network: networkOf(request.ip), way }, "Somebody signed in");
      await db.withTenant({ tenantId, calledFrom: calledFrom(request) }, (tx) => recordSignIn(tx, userId, way));
      return;
    }
    // Whose passkey it was to be is not known.
    if (way === "passkey" && payload.status >= 400) log.info({ network: networkOf(request.ip), way }, refusedWords);
    const isLimit = payload.status === 429;
    const isRefused = request.routeOptions.url === passwordPath && (payload.status === 401 || isLimit);
    const email = isRefused ? emailIn(request.body) : undefined;
    // Who goes on beyond the limit is one burst.
    if (email === undefined || (isLimit && !bursts.begins(email))) return;
    const { ip, userAgent = null } = calledFrom(request);
    log.info({ network: networkOf(ip), way, isLimit }, refusedWords);
    const refused = { email, from: { ip, userAgent }, isLimit };
    await db.withTenant(noTenant, (tx) => jobs.enqueue(tx, refusedSignInKind, refused));
  });
}

/** What is logged where nobody is signed in. */
export const refusedWords = "A sign-in was refused";

/** Keeps when somebody signed in, with all that is asked for, and writes into the audit log by what. */
export async function recordSignIn(tx: TenantTx, userId: string, by: SignInWay): Promise<void> {
  await markSignedIn(tx, userId);
  await record(tx, userId, "account.signed-in", userId, { by });
}

/** Logs that somebody signed out, and writes it into the audit log. */
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

/** Writes into the audit log of somebody's store that a sign-in with their address was refused. */
export async function recordRefused(
  services: Pick<Services, "db" | "jobs" | "settings" | "log">,
  { email, from, isLimit = false }: Job<Refused>,
): Promise<void> {
  const { db, log } = services;
  const person = await db.withTenant(noTenant, (tx) => findPersonByEmail(tx, email));
  if (!person) return;
  const { tenantId, userId } = person;
  const then: CalledFrom = { ip: from.ip, userAgent: from.userAgent ?? undefined };
  log.info({ userId, tenantId, network: networkOf(from.ip), isLimit }, "A sign-in to an account was refused");
  const action = isLimit ? "account.sign-in-limited" : "account.sign-in-failed";
  await db.withTenant({ tenantId, calledFrom: then }, async (tx) => {
    if ((await countLately(tx, userId, action, 60)) < mostRefused) await record(tx, null, action, userId);
    if (person.isActive && !isLimit) await warnOfGuesses(tx, services, { email, calledFrom: then });
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

/** Of what somebody was refused in an hour the audit log keeps so much, whatever it was. */
const mostInHour = 20;

const failureSchema = z.object({ code: z.string(), message: z.string() });

/**
 * Has the server log what it refuses to people who are signed in, because of their role or of a limit, and write it into their
 * store's audit log: once for a burst, so that nobody fills that (docs/product.md#the-audit-log).
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
        if ((await countLately(tx, userId, action, 60)) >= mostInHour) return;
        await record(tx, userId, action, { id: userId, label: failure.message });
      });
    } catch (err) {
      // They are refused in any case, and are told why.
      log.error({ err, userId, tenantId }, "A refusal could not be written into the audit log");
    }
  });
}

function actionOf(code: string, status: 403 | 429): AuditAction | null {
  if (status === 429) return "account.limit-reached";
  // A page of another website is not theirs, and who has to set up a second factor is told so.
  return code === "not_allowed" || code === "view_not_yours" ? "account.refused" : null;
}

function failureIn(payload: string): z.infer<typeof failureSchema> | null {
  try {
    return failureSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    // No failure of the catalogue.
    return null;
  }
}

const burstMs = 10 * 60_000;
const mostRemembered = 10_000;

/** What happens again and again within ten minutes counts as one burst. */
export class Bursts {
  readonly #until = new Map<string, number>();

  /** Whether this is the first of a burst of its kind. */
  begins(kind: string, now = Date.now()): boolean {
    const until = this.#until.get(kind) ?? 0;
    if (until > now) return false;
    if (this.#until.size >= mostRemembered) this.#until.clear();
    this.#until.set(kind, now + burstMs);
    return true;
  }
}

const onceADay = { minutes: 24 * 60, perDay: 1 };

/** Tells somebody, once a day, that so many wrong passwords were tried at their address that no more are taken for now. */
async function warnOfGuesses(
  tx: TenantTx,
  services: Pick<Services, "jobs" | "settings">,
  { email, calledFrom }: { email: string; calledFrom: CalledFrom },
): Promise<void> {
  const counter = everywhereAt(email);
  const tried = await countTried(tx, keptAs(counter));
  if (tried < counter.most || !(await takeTurn(tx, "guesses", email, onceADay))) return;
  await tellPerson(tx, { actor: { email, calledFrom }, services }, { notice: "passwords_guessed", tried });
}
