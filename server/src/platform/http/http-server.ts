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
import { Failure, fail } from "../fail.ts";
import { inHand } from "../log/create-log.ts";
import { requestSeconds, requests } from "../metrics/counted.ts";
import { calledFrom } from "./called-from.ts";
import type { SignedIn } from "./context.ts";
import { sendFailure, toFailure } from "./failures.ts";
import { bodyLimits, boundJson, cutUnreadBodies, endSlowBodies } from "./request-bodies.ts";
import { type Proxies, trustProxies, warnOfProxies } from "./trust-proxies.ts";

type Options = {
  log: Logger;
  isProduction: boolean;
  /** In production, whose X-Forwarded-For is believed. */
  proxies?: Proxies;
  /** Also finds who is not let in yet. */
  findActor: (cookies: string) => Promise<SignedIn | null>;
  /** Where the pictures of products are. */
  picturesUrl?: string;
};

const minute = 60_000;
/** What no page of ours asks for, so that nothing that gets into one may. */
const noDevices =
  "accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb"
    .split(" ")
    .map((feature) => `${feature}=()`)
    .join(", ");

/** An HTTP server that knows who is signed in before it reads a body, and makes every error one of the catalogue. */
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
    // A file of 25 MB takes this long over a slow line; heads and every other body still have to come within a minute.
    requestTimeout: 10 * 60_000,
    // What asks for any other protocol than the live connection's gets its response: nobody else would answer or end it.
    http: { headersTimeout: minute, shouldUpgradeCallback: ({ url }) => url?.startsWith("/socket.io/") === true },
    forceCloseConnections: "idle",
    // A request that is there when the stop begins is done like those in hand: a page that asks for its code does not ask twice.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = "/" }) => readablePage(url),
    // An address of the API that cannot be decoded reaches no route and no error handler.
    frameworkErrors: (error, request, reply) => sendFailure(reply, toFailure(error, request.id, log)),
  });
  http.decorateRequest("inHand");
  http.addHook("onRequest", (request, _reply, done) => {
    request.inHand = { requestId: request.id };
    inHand.run(request.inHand, done);
  });
  // A body comes by its connection, which is no part of the request.
  http.addHook("preValidation", (request, _reply, done) =>
    inHand.run(request.inHand ?? { requestId: request.id }, done),
  );
  http.addHook("onResponse", async (request, reply) => watchEnd(log, request, reply));
  if (isProduction) warnOfProxies(http, isTrusted);
  endSlowBodies(http, minute);
  cutUnreadBodies(http);
  boundJson(http);
  // For whatever is thrown outside the contract's endpoints.
  http.setErrorHandler((error, request, reply) => {
    // What we refused ourselves is said, also of what was no longer read to its end.
    if (error instanceof Failure || !isGone(request, error))
      return sendFailure(reply, toFailure(error, request.id, log));
    // Everyday, and nobody is left to be told.
    log.info(
      { requestId: request.id, route: request.routeOptions.url },
      "A client went away in the middle of a request",
    );
    return sendFailure(reply, fail("input_invalid", { fields: { "": ["The request did not come whole"] } }));
  });
  http.setNotFoundHandler((request, reply) => {
    // The landing page itself is missing only while the website has not been built.
    const isPage = request.method === "GET" && !/^\/(?:api\/|$|\?)/.test(request.url);
    return isPage ? reply.redirect("/") : sendFailure(reply, fail("not_found"));
  });
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // What React measures it sets by the object model, which no policy concerns: nothing inline is ever allowed.
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
  // A connection kept alive after its last response would keep the server from closing for as long, and so would one that browsers
  // open in case they need it: Node takes it for one whose first request is on its way.
  const unasked = connectionsWithoutRequest(http.server);
  let isClosing = false;
  http.addHook("preClose", async () => {
    isClosing = true;
    const close = () => {
      http.server.closeIdleConnections();
      for (const socket of unasked) socket.destroy();
    };
    // What is being streamed now has said already that its connection will be kept alive.
    const sweep = setInterval(close, 50).unref();
    http.server.once("close", () => clearInterval(sweep));
  });
  http.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
    reply.header("content-security-policy", closed(reply.getHeader("content-security-policy")));
    if (String(reply.getHeader("content-type")).startsWith("text/html")) reply.header("permissions-policy", noDevices);
  });
  http.decorateRequest("actor", null);
  http.decorateRequest("arriving", null);
  http.addHook("onRequest", async (request, reply) => {
    const { cookie } = request.headers;
    if (!cookie || !isForSignedIn(request.url)) return;
    // Whatever does not say more itself is kept by no cache: one that serves several people does not look at cookies.
    reply.header("cache-control", "no-store");
    const found = await findActor(cookie);
    if (!found) return;
    request[found.step ? "arriving" : "actor"] = { ...found, calledFrom: calledFrom(request) };
    Object.assign(request.inHand ?? {}, { tenantId: found.tenantId, userId: found.userId });
  });
  return http;
}

const slowMs = 1_000;

/**
 * Counts and times a request by its route; what no route is for is one, however it is asked. What of the API changed something, was
 * refused or took long is logged: its route, never its address, which may hold what somebody looks for.
 */
function watchEnd(log: Logger, request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  const route = request.is404 ? "none" : (request.routeOptions.url ?? "none");
  const method = route === "none" ? "any" : request.method;
  requests.inc({ method, route, status });
  requestSeconds.observe({ method, route }, elapsedTime / 1_000);
  const changed = status < 400 && !["GET", "HEAD"].includes(method);
  // What strangers are refused would fill the log.
  const wasRefused = status >= 400 && request.inHand?.userId !== undefined;
  if (!route.startsWith("/api/") || !(changed || wasRefused || status >= 500 || elapsedTime >= slowMs)) return;
  log.info({ ...request.inHand, method, route, status, ms: Math.round(elapsedTime) }, "A request was answered");
}

/** What no response needs that does not say so: to be framed by a page, to set a base, to send a form. */
const closedTo = ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"];

/** A policy with all of that: a file that is opened by its address is a page as well. */
function closed(policy: unknown = ""): string {
  const given = String(policy);
  const missing = closedTo.filter((directive) => !given.includes(directive.slice(0, directive.indexOf(" "))));
  return [given, ...missing].filter((part) => part !== "").join("; ");
}

/** The connections over which no whole request has come so far. */
function connectionsWithoutRequest(server: Server): ReadonlySet<Socket> {
  const unasked = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unasked.add(socket);
    socket.once("close", () => unasked.delete(socket));
  });
  for (const event of ["request", "upgrade"]) server.on(event, ({ socket }: IncomingMessage) => unasked.delete(socket));
  return unasked;
}

/** Whether the client left before its request was whole. */
function isGone({ raw }: FastifyRequest, error: unknown): boolean {
  // Also where all of it came and what followed was no request: then it is the connection's end that was met while it was read.
  return raw.destroyed && (!raw.complete || raw.errored === error);
}

/** A page's address that cannot be decoded, as one that names what is not there: a reader gets the page that says so. */
function readablePage(url: string): string {
  const [path = "", ...question] = url.split("?");
  if (path.startsWith("/api/") || isDecodable(path)) return url;
  return [path.replaceAll("%", "%25"), ...question].join("?");
}

function isDecodable(path: string): boolean {
  try {
    // No file system has a name with NUL.
    return !decodeURIComponent(path).includes("\0");
  } catch {
    // Whatever is wrong with it: it is answered as not found.
    return false;
  }
}

/** The sign-in library reads its own cookie; other pages and files are the same for everybody. */
function isForSignedIn(url: string): boolean {
  return /^\/(?:api\/(?!auth\/)|(?:login|dashboard|knowledge)(?:[/?]|$))/.test(url);
}
