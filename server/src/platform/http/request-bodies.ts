import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "../fail.ts";

/** Bodies up to this size are read to the end, because keeping the connection is worth more. */
const smallBytes = 64 * 1024;

/**
 * Stops reading the body of an already answered request, such as a large file from an anonymous client. The response
 * announces the end of the connection, which is destroyed `lingerMs` later.
 */
export function cutUnreadBodies(http: FastifyInstance, lingerMs = 1_000): void {
  http.addHook("onSend", async (request, reply) => {
    if (!hasMuchToCome(request)) return;
    reply.header("connection", "close");
    const { socket } = request.raw;
    // Node would close it at once and answer further data with a reset, which can cost the sender the response.
    socket.destroySoon = () => {
      // Node starts to discard the rest right now, for which it resumes reading.
      setImmediate(() => socket.pause());
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
  });
}

function hasMuchToCome({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false;
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > smallBytes;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Allows uploads up to the server's `requestTimeout`. */
    mayTakeLong?: boolean;
  }
}

/** Disconnects a request whose body is not complete after `ms`, except on routes for large files. */
export function endSlowBodies(http: FastifyInstance, ms: number): void {
  http.addHook("onRequest", async ({ raw, headers, routeOptions }) => {
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
    if (!hasBody || routeOptions.config.mayTakeLong) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, ms);
    raw.once("close", () => clearTimeout(timer));
  });
}

type Bounds = { depth: number; values: number };

/**
 * Refuses JSON bodies deeper or larger than any of our forms before parsing: validation takes time and stack by depth
 * and number of values, which cost a sender few bytes each.
 */
export function boundJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (isWithin(body, bodyLimits)) parse(request, body, done);
    else done(fail("input_invalid", { fields: { "": ["The request holds more than can be read"] } }));
  });
}

const characters = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
};

/** Whether a JSON text stays within these levels and values; meaningless for anything else. */
export function isWithin(text: string, { depth, values }: Bounds): boolean {
  let level = 0;
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case characters.quote:
        at = endOfString(text, at);
        break;
      case characters.openList:
      case characters.openObject:
        level += 1;
        count += 1;
        break;
      case characters.closeList:
      case characters.closeObject:
        level -= 1;
        break;
      case characters.comma:
        count += 1;
        break;
    }
    if (level > depth || count > values) return false;
  }
  return true;
}

/** Returns the end of the string that starts here, or of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === characters.backslash) at += 1;
    else if (character === characters.quote) return at;
  }
  return text.length;
}

/** Limits of request bodies (docs/product.md#how-much-may-be-asked). Files are streamed and have their own limits. */
export const bodyLimits = {
  /** For forms, and for endpoints that take a document: a resource's text. */
  bytes: 100 * 1024,
  documentBytes: 1024 * 1024,
  /** Nesting of lists and objects, and the total number of values. */
  depth: 16,
  values: 2_000,
  /** The most invalid fields that an error names. */
  faultsNamed: 100,
} as const;
