import type { FastifyInstance, FastifyRequest } from "fastify";

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
