import { ORPCError, ValidationError } from "@orpc/server";
import type { FastifyError, FastifyReply } from "fastify";
import type { Logger } from "pino";
import { isCollision, isLostDatabase, isOverdue, ofDatabase } from "../db/lost-database.ts";
import { codeOf, isNoRoom } from "../error-code.ts";
import { Failure, fail } from "../fail.ts";
import { bodyLimits } from "./body-limits.ts";

/** Any error as one of the catalogue: unknown errors become a sentence here and nowhere else. */
export function toFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError) return fail("input_invalid", { fields: fieldsOf(error.cause) });
    if (error.code === "NOT_FOUND" || error.code === "METHOD_NOT_SUPPORTED") return fail("not_found");
    if (error.code === "BAD_REQUEST")
      return fail("input_invalid", { fields: { "": ["The request could not be read"] } });
    if (error.code === "PAYLOAD_TOO_LARGE") return fail("request_too_large");
  }
  if (isFastifyError(error)) {
    // An address that cannot be decoded is nobody's.
    if (error.code === "FST_ERR_BAD_URL" || error.statusCode === 403 || error.statusCode === 404)
      return fail("not_found");
    if (error.statusCode === 413) return fail("request_too_large");
    if (error.statusCode && error.statusCode < 500) return fail("input_invalid", { fields: { "": [error.message] } });
  }
  if (isLostDatabase(error)) {
    log.error({ ...ofDatabase(error), requestId }, "the database is not reachable");
    return fail("service_unavailable");
  }
  if (isNoRoom(error)) {
    log.error({ err: error, requestId }, "there is no room to write");
    return fail("no_room");
  }
  if (isOverdue(error)) {
    log.error({ err: error, requestId }, "a statement or a transaction took too long");
    return fail("took_too_long");
  }
  if (isCollision(error)) {
    // Still an error to look at, as locks are taken in one order everywhere.
    log.error({ err: error, requestId }, "transactions waited for each other");
    return fail("try_again");
  }
  log.error({ err: error, requestId }, "unexpected error");
  return fail("unexpected", { requestId });
}

/** Sends a failure of the catalogue, in the form that oRPC's client reads. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { code, status, message, data } = failure;
  return reply.code(status).send({ defined: true, code, status, message, data });
}

/** A failure as oRPC carries it. */
export function toOrpcError(failure: Failure): ORPCError<string, unknown> {
  const { code, status, message, data } = failure;
  return new ORPCError(code, { defined: true, status, message, data, cause: failure });
}

function fieldsOf({ issues }: ValidationError): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const name = (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    const faults = fields.get(name);
    if (faults) faults.push(message);
    else fields.set(name, [message]);
    // What holds a fault at each of thousands of places is not answered with all of them.
    if (fields.size === bodyLimits.faultsNamed) break;
  }
  return Object.fromEntries(fields);
}

function isFastifyError(error: unknown): error is FastifyError {
  return codeOf(error)?.startsWith("FST_") === true;
}
