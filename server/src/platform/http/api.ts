import { type Contract, contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { type Access, refusalOf } from "@deskhand/contract/permissions";
import { StandardOpenAPIHandler } from "@orpc/openapi/standard";
import { type ImplementerInternalWithMiddlewares, implement, type Router } from "@orpc/server";
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from "@orpc/zod/zod4";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TenantTx } from "../db/tenant.ts";
import { Failure, fail } from "../fail.ts";
import { Question } from "../questions.ts";
import type { Services } from "../services.ts";
import type { Actor, ActorContext, Caller, CallerContext, ProgramWrite, RequestContext } from "./context.ts";
import { sendFailure, toFailure, toOrpcError } from "./failures.ts";
import { bodyLimits } from "./request-bodies.ts";

// Named, because the compiler does not print a type as long as all endpoints together.
type Api = ImplementerInternalWithMiddlewares<Contract, RequestContext, ActorContext>;
type SharedApi = ImplementerInternalWithMiddlewares<Contract, RequestContext, CallerContext>;

// Outputs are checked by the compiler and validated by the tests' client; validating them here cost a list 5 % of its
// time.
const withoutOutputChecks = { initialOutputValidationIndex: Number.NaN };

/** Implements the contract for people: checks each endpoint's permission before it reads the input. */
export const api: Api = implement(contract)
  .$context<RequestContext>()
  .$config(withoutOutputChecks)
  .use(async ({ context, procedure, next }) => {
    const { access, refusal } = procedure["~orpc"].meta;
    const actor = requireAccess(personOf(context), access, refusal);
    return refusedBy(access, refusal, () => next({ context: { actor, ...scopeOf(context, actor) } }));
  });

/** Implements the endpoints that programs call as well, which are `v1` in the contract. */
export const sharedApi: SharedApi = implement(contract)
  .$context<RequestContext>()
  .$config(withoutOutputChecks)
  .use(async ({ context, procedure, next }) => {
    const { access, refusal } = procedure["~orpc"].meta;
    const actor = requireAccess(context.actor, access, refusal);
    const once = onceFor(actor, context.write);
    return refusedBy(access, refusal, () => next({ context: { actor, once, ...scopeOf(context, actor) } }));
  });

function personOf({ actor }: RequestContext): Actor | null {
  if (actor?.kind === "key") throw new Error("This endpoint is not implemented for programs: see sharedApi");
  return actor;
}

function scopeOf({ services }: RequestContext, actor: Caller): Pick<ActorContext, "withTenant" | "read"> {
  return {
    withTenant: (work, how) => services.db.withTenant(actor, work, how),
    read: (query) => services.db.read(actor.tenantId, query),
  };
}

/** Runs a handler; a permission that was revoked during the request is refused in the words of the endpoint. */
async function refusedBy<T>(
  access: Access | undefined,
  refusal: string | undefined,
  handle: () => T,
): Promise<Awaited<T>> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Failure && error.code === "not_allowed") throw notAllowed(access, refusal);
    throw error;
  }
}

/** Notes a program's write with what it changes; false if it was made before. */
export const programWrites = new Question<(tx: TenantTx, keyId: string, write: ProgramWrite) => Promise<boolean>>(
  "whether a program makes a write for the first time",
);

function onceFor(actor: Caller, write: ProgramWrite | null): CallerContext["once"] {
  if (actor.kind !== "key" || write === null) return (_, change) => change();
  return async (tx, change) => ((await programWrites.answer(tx, actor.keyId, write)) ? change() : null);
}

/**
 * Returns the actor if they have the permission, else throws why not, with `refusal` as its message if given. Someone
 * who has not finished signing in is told the next step.
 */
export function requireAccess<Who extends Caller>(
  actor: Who | null,
  access: Access | undefined,
  refusal?: string,
): Who {
  if (!actor) throw fail("not_signed_in");
  const isAllowed = access !== undefined && access !== "public" && actor.can.includes(access);
  if (actor.kind === "key") {
    if (!isAllowed) throw fail("key_lacks_scope", { scope: access ?? "" });
    return actor;
  }
  if (actor.step && !isAllowed) {
    throw fail(actor.step === "set-up" ? "two_factor_required" : "not_signed_in");
  }
  if (!isAllowed) throw notAllowed(access, refusal);
  return actor;
}

function notAllowed(access: Access | undefined, refusal: string | undefined): Failure {
  return new Failure("not_allowed", undefined, refusal ?? (access && refusalOf(access)));
}

/**
 * In bytes. A page of the list stays below: compressing it costs more processor time than creating it, and what fits
 * the first packets of a connection (RFC 6928) arrives just as fast.
 */
const compressFrom = 32_000;
/** A placeholder to build URLs; only their path matters. */
const origin = "http://localhost";

/**
 * Wraps an endpoint's output, which is already JSON: the package searches plain objects for other values and would copy
 * each, which cost a list 3 % of its time, and memory.
 */
class JsonOutput {
  readonly #output: unknown;

  constructor(output: unknown) {
    this.#output = output;
  }

  toJSON(): unknown {
    return this.#output;
  }
}

/** Who calls, and what: the body may have been completed. */
type Call = Pick<RequestContext, "actor" | "write"> & { body: unknown };
/** Answers a request to an endpoint of the contract, whose path follows `prefix`. */
export type AnswerEndpoint = (
  request: FastifyRequest,
  reply: FastifyReply,
  prefix: Prefix,
  call: Call,
) => Promise<FastifyReply>;
type Prefix = "/api" | "/api/v1";

/** Returns what answers requests to the contract's endpoints. */
export function endpointsBy(services: Services, router: Router<typeof contract, RequestContext>): AnswerEndpoint {
  const handler = new StandardOpenAPIHandler<RequestContext>(router, {
    plugins: [new ZodSmartCoercionPlugin()],
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return new JsonOutput(await next());
        } catch (error) {
          throw toOrpcError(toFailure(error, context.requestId, services.log));
        }
      },
    ],
  });
  return async (request, reply, prefix, { actor, write, body }) => {
    const context = { services, actor, write, requestId: request.id, request, reply };
    // Calls the handler directly: the package's Fastify adapter creates an AbortSignal for each request, which no
    // endpoint uses.
    const { method, url, headers } = request;
    const apiRequest = { method, url: new URL(url, origin), headers, body: async () => body, signal: undefined };
    const { matched, response } = await handler.handle(apiRequest, { prefix, context });
    if (!matched) return sendFailure(reply, fail("not_found"));
    return reply.code(response.status).type("application/json; charset=utf-8").send(JSON.stringify(response.body));
  };
}

/** Where and how an endpoint is served. */
export function routeOf({ method, path, about }: ReturnType<typeof endpointsOf>[number], prefix: Prefix) {
  return {
    method,
    url: `${prefix}${path.replace(/\{(\w+)\}/g, ":$1")}`,
    compress: { threshold: compressFrom },
    bodyLimit: about.takesDocument ? bodyLimits.documentBytes : bodyLimits.bytes,
    config: about.isHeavy ? ({ work: "heavy" } as const) : {},
  };
}

/** Serves the contract's endpoints below `/api` to people. Checks permission before it reads the body. */
export function apiRoutes(http: FastifyInstance, answer: AnswerEndpoint): void {
  for (const endpoint of endpointsOf(contract)) {
    const { access, about } = endpoint;
    http.route({
      ...routeOf(endpoint, "/api"),
      onRequest: async ({ actor, arriving }) => {
        requireAccess(actor ?? arriving, access, about.refusal);
      },
      handler: (request, reply) =>
        answer(request, reply, "/api", { actor: request.actor ?? request.arriving, write: null, body: request.body }),
    });
  }
}
