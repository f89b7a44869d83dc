import type { Account } from "@deskhand/contract/account";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { api } from "../../platform/http/api.ts";
import type { ActorContext } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { findTenant } from "../tenants/index.ts";
import type { Actors } from "./actors.ts";
import type { SignIn } from "./create-sign-in.ts";

export const accountRoutes = { me: api.account.me.handler(({ context }) => me(context)) };

/** Who is signed in, their store, and what they may do. */
async function me({ actor, withTenant }: ActorContext): Promise<Account> {
  const client = await withTenant(findTenant);
  const { userId, email, name, role, can } = actor;
  return { user: { id: userId, email, name, role }, client, can: [...can] };
}

/** The library has many more endpoints, by which a session alone changes names, passwords and addresses: nobody asked for those. */
const signInPaths = [
  ["POST", "/api/auth/sign-up/email"],
  ["GET", "/api/auth/verify-email"],
  ["POST", "/api/auth/sign-in/email"],
  ["POST", "/api/auth/sign-in/social"],
  ["POST", "/api/auth/sign-out"],
] as const;

/** The sign-in library's own endpoints, as far as they are used. */
export function signInRoutes(
  http: FastifyInstance,
  { settings }: Pick<Services, "settings">,
  signIn: SignIn,
  actors: Pick<Actors, "forget">,
): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    );
    for (const [method, url] of signInPaths) {
      scope.route({
        method,
        url,
        // A HEAD request would follow a confirmation link.
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const answer = await signIn.handler(toWebRequest(request, settings.publicUrl));
          // Whoever signed out is so for the next request, before the database has told.
          actors.forget();
          return sendWebResponse(reply, answer);
        },
      });
    }
  });
}

function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  headers.set("x-deskhand-client-ip", request.ip);
  return headers;
}

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const body = request.method === "POST" && typeof request.body === "string" ? { body: request.body } : {};
  return new Request(new URL(request.url, publicUrl), {
    method: request.method,
    headers: webHeaders(request),
    ...body,
  });
}

async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== "set-cookie") reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  return reply.send(Buffer.from(await response.arrayBuffer()));
}
