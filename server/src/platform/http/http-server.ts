import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger } from "pino";
import { AddressList } from "../dns/address-list.ts";
import { Failure, fail } from "../fail.ts";
import { logContext } from "../log/create-log.ts";
import { requestSeconds, requests } from "../metrics/counted.ts";
import { calledFrom } from "./called-from.ts";
import type { SignedIn } from "./context.ts";
import { sendFailure, toFailure } from "./failures.ts";
import { bodyLimits, boundJson, cutUnreadBodies, endSlowBodies } from "./request-bodies.ts";

type Options = {
  log: Logger;
  isProduction: boolean;
  /** Proxies whose X-Forwarded-For is trusted in production. */
  proxies?: Proxies;
  /** Also returns people who have not finished signing in. */
  findActor: (cookies: string) => Promise<SignedIn | null>;
  /** The origin of product pictures. */
  picturesUrl?: string;
};

const minute = 60_000;
/** Devices our pages never use, denied so that injected code cannot use them either. */
const deniedDevices =
  "accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb"
    .split(" ")
    .map((feature) => `${feature}=()`)
    .join(", ");

/**
 * Creates an HTTP server that finds the signed-in person before it reads a body, and turns every error into one of the
 * catalogue.
 */
export async function createHttpServer({
  log,
  isProduction,
  proxies = { addresses: [], count: 0 },
  findActor,
  picturesUrl = "https://cdn.shopify.com",
}: Options): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log.child({}, { level: "warn" });
  const isTrusted = trustProxies(proxies);
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: isProduction && isTrusted,
    bodyLimit: bodyLimits.bytes,
    // A file of 25 MB takes this long over a slow line; headers and all other bodies must arrive within a minute.
    requestTimeout: 10 * 60_000,
    // Upgrades only the live connection's requests; others get a normal response, as nothing else would answer or end
    // them.
    http: { headersTimeout: minute, shouldUpgradeCallback: ({ url }) => url?.startsWith("/socket.io/") === true },
    forceCloseConnections: "idle",
    // Requests that arrived before the stop still run: a page that loads its code does not retry.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = "/" }) => readablePage(url),
    // Undecodable API addresses reach no route and no error handler.
    frameworkErrors: (error, request, reply) => sendFailure(reply, toFailure(error, request.id, log)),
  });
  http.decorateRequest("logContext");
  http.addHook("onRequest", (request, _reply, done) => {
    request.logContext = { requestId: request.id };
    logContext.run(request.logContext, done);
  });
  // A body arrives in its connection's async context, not the request's.
  http.addHook("preValidation", (request, _reply, done) =>
    logContext.run(request.logContext ?? { requestId: request.id }, done),
  );
  http.addHook("onResponse", async (request, reply) => recordRequest(log, request, reply));
  if (isProduction) warnOfProxies(http, isTrusted);
  endSlowBodies(http, minute);
  cutUnreadBodies(http);
  boundJson(http);
  // Handles errors outside the contract's endpoints.
  http.setErrorHandler((error, request, reply) => {
    // Our own refusals are sent, even if the body was not read to its end.
    if (error instanceof Failure || !isDisconnected(request, error))
      return sendFailure(reply, toFailure(error, request.id, log));
    // Common, and nobody is left to answer.
    log.info(
      { requestId: request.id, route: request.routeOptions.url },
      "A client went away in the middle of a request",
    );
    return sendFailure(reply, fail("input_invalid", { fields: { "": ["The request did not come whole"] } }));
  });
  http.setNotFoundHandler((request, reply) => {
    // The landing page is only missing if the website has not been built.
    const isPage = request.method === "GET" && !/^\/(?:api\/|$|\?)/.test(request.url);
    return isPage ? reply.redirect("/") : sendFailure(reply, fail("not_found"));
  });
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // React sets styles through the DOM, which no policy restricts, so inline styles are never needed.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", picturesUrl],
        connectSrc: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: isProduction,
  });
  await http.register(compress, { threshold: 2048, encodings: ["br", "gzip"] });
  // Idle keep-alive connections would delay closing the server, and so would connections that browsers open in advance,
  // which Node treats as having a first request on its way.
  const unused = connectionsWithoutRequest(http.server);
  let isClosing = false;
  http.addHook("preClose", async () => {
    isClosing = true;
    const close = () => {
      http.server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    };
    // Responses being streamed have already announced keep-alive.
    const sweep = setInterval(close, 50).unref();
    http.server.once("close", () => clearInterval(sweep));
  });
  http.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
    reply.header("content-security-policy", completePolicy(reply.getHeader("content-security-policy")));
    if (String(reply.getHeader("content-type")).startsWith("text/html"))
      reply.header("permissions-policy", deniedDevices);
  });
  http.decorateRequest("actor", null);
  http.decorateRequest("arriving", null);
  http.decorateRequest("key", null);
  http.addHook("onRequest", async (request, reply) => {
    const { cookie } = request.headers;
    if (!cookie || !isForSignedIn(request.url) || request.routeOptions.config.isForKeys) return;
    // Nothing is cached unless a route says so: shared caches ignore cookies.
    reply.header("cache-control", "no-store");
    const found = await findActor(cookie);
    if (!found) return;
    request[found.step ? "arriving" : "actor"] = { ...found, calledFrom: calledFrom(request) };
    Object.assign(request.logContext ?? {}, { tenantId: found.tenantId, userId: found.userId });
  });
  return http;
}

const slowMs = 1_000;

/**
 * Counts and times a request by its route; all unknown routes count as one. Logs API requests that changed something,
 * failed or were slow, by route and never by URL, which may contain search terms.
 */
function recordRequest(log: Logger, request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  const route = request.is404 ? "none" : (request.routeOptions.url ?? "none");
  const method = route === "none" ? "any" : request.method;
  requests.inc({ method, route, status });
  requestSeconds.observe({ method, route }, elapsedTime / 1_000);
  const changed = status < 400 && !["GET", "HEAD"].includes(method);
  // Refusals of anonymous clients would fill the log.
  const { userId, keyId } = request.logContext ?? {};
  const wasRefused = status >= 400 && (userId ?? keyId) !== undefined;
  if (!route.startsWith("/api/") || !(changed || wasRefused || status >= 500 || elapsedTime >= slowMs)) return;
  log.info({ ...request.logContext, method, route, status, ms: Math.round(elapsedTime) }, "A request was answered");
}

/** Directives every response gets unless it sets its own: no framing, no base, no forms. */
const defaultDirectives = ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"];

/** Adds the missing directives to a policy: an opened file is a page as well. */
function completePolicy(policy: unknown = ""): string {
  const existing = String(policy);
  const missing = defaultDirectives.filter(
    (directive) => !existing.includes(directive.slice(0, directive.indexOf(" "))),
  );
  return [existing, ...missing].filter((part) => part !== "").join("; ");
}

/** Tracks connections that have not delivered a whole request. */
function connectionsWithoutRequest(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  for (const event of ["request", "upgrade"]) server.on(event, ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}

/** Whether the client disconnected during its request. */
function isDisconnected({ raw }: FastifyRequest, error: unknown): boolean {
  // Also covers a complete request followed by garbage: then reading failed when the connection ended.
  return raw.destroyed && (!raw.complete || raw.errored === error);
}

/** Rewrites an undecodable page URL to one that does not exist, so that the reader gets the not-found page. */
function readablePage(url: string): string {
  const [path = "", ...question] = url.split("?");
  if (path.startsWith("/api/") || isDecodable(path)) return url;
  return [path.replaceAll("%", "%25"), ...question].join("?");
}

function isDecodable(path: string): boolean {
  try {
    // File names cannot contain NUL.
    return !decodeURIComponent(path).includes("\0");
  } catch {
    // Any invalid address is not found.
    return false;
  }
}

/**
 * Whether a URL depends on who is signed in. The sign-in library reads its cookie itself; other pages and files are the
 * same for all.
 */
function isForSignedIn(url: string): boolean {
  return /^\/(?:api\/(?!auth\/)|(?:login|dashboard|knowledge|rate)(?:[/?]|$))/.test(url);
}

/** The operator's proxies: their addresses and networks, and how many a request passes. */
export type Proxies = { addresses: readonly string[]; count: number };

/** Networks where a proxy is likely that the operator forgot to configure. */
const localNetworks = new AddressList([
  "127.0.0.0/8",
  "::1",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
]);

/**
 * Returns the check for trusted addresses in a request's chain (docs/self-hosting.md#tls-and-the-reverse-proxy): the
 * operator's proxies, nearest first, and no more than there are. Whatever a visitor wrote into X-Forwarded-For comes
 * after them and is not trusted.
 */
function trustProxies({ addresses, count }: Proxies): (address: string, hop: number) => boolean {
  const proxies = new AddressList(addresses);
  return (address, hop) => hop < count && proxies.has(address);
}

/** Warns once about a likely unconfigured proxy, which would make all its visitors count as one. */
function warnOfProxies(http: FastifyInstance, isTrusted: (address: string, hop: number) => boolean): void {
  let hasWarned = false;
  http.addHook("onRequest", async ({ headers, socket: { remoteAddress = "" } }) => {
    if (hasWarned || headers["x-forwarded-for"] === undefined) return;
    if (!localNetworks.has(remoteAddress) || isTrusted(remoteAddress, 0)) return;
    hasWarned = true;
    http.log.warn(
      { remoteAddress },
      "X-Forwarded-For is not believed of this address: if it is your proxy's, name it in TRUSTED_PROXIES",
    );
  });
}
