import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "../fail.ts";

/** What is read to its end all the same, because a connection that goes on is worth more. */
const smallBytes = 64 * 1024;

/**
 * Stops reading what is still sent of a request that is answered already, as of a large file from somebody who is not signed in:
 * the response says that the connection ends, no more is taken, and `lingerMs` later it is gone.
 */
export function cutUnreadBodies(http: FastifyInstance, lingerMs = 1_000): void {
  http.addHook("onSend", async (request, reply) => {
    if (!hasMuchToCome(request)) return;
    reply.header("connection", "close");
    const { socket } = request.raw;
    // Node would close it at once, and what is on its way then be answered by a reset, which can cost a sender the response.
    socket.destroySoon = () => {
      // Node begins to throw the rest away in this very moment, for which it reads on.
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
    /** A large file may take as long as the server's `requestTimeout` over a slow line. */
    mayTakeLong?: boolean;
  }
}

/** Hangs up on a request whose body has not come whole after so many milliseconds, but for routes that take large files. */
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
 * Refuses a JSON body that is deeper, or holds more, than any form of ours before it is parsed: what reads it afterwards, the
 * validator above all, takes time and stack by its depth and its values, which are few bytes each.
 */
export function boundJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (isWithin(body, bodyLimits)) parse(request, body, done);
    else done(fail("input_invalid", { fields: { "": ["The request holds more than can be read"] } }));
  });
}

const signs = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
};

/** Whether a JSON text keeps within so many levels and values; of what is no JSON it says either. */
export function isWithin(text: string, { depth, values }: Bounds): boolean {
  let level = 0;
  let begun = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case signs.quote:
        at = endOfString(text, at);
        break;
      case signs.openList:
      case signs.openObject:
        level += 1;
        begun += 1;
        break;
      case signs.closeList:
      case signs.closeObject:
        level -= 1;
        break;
      case signs.comma:
        begun += 1;
        break;
    }
    if (level > depth || begun > values) return false;
  }
  return true;
}

/** Where the string ends that begins here; the text's end where it does not. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === signs.backslash) at += 1;
    else if (sign === signs.quote) return at;
  }
  return text.length;
}

/** What the body of a request may be (docs/product.md#how-much-may-be-asked). Files are streamed, and have limits of their own. */
export const bodyLimits = {
  /** Of a form, and of an endpoint that takes a document: a resource's text. */
  bytes: 100 * 1024,
  documentBytes: 1024 * 1024,
  /** Lists and objects inside each other, and the values of all of them together. */
  depth: 16,
  values: 2_000,
  /** Fields that a refusal names at the most. */
  faultsNamed: 100,
} as const;
