import { ORPCError, ValidationError } from "@orpc/server";
import type { FastifyError, FastifyReply } from "fastify";
import type { Logger } from "pino";
import * as z from "zod";
import { isCollision, isLostDatabase, isOverdue, ofDatabase } from "../db/lost-database.ts";
import { codeOf, isNoRoom } from "../error-code.ts";
import { Failure, fail } from "../fail.ts";
import { bodyLimits } from "./request-bodies.ts";

/** Converts any error to one of the catalogue. The only place where unknown errors get a message. */
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
    // An undecodable URL belongs to nothing.
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
    // Logged as an error, as locks should be taken in the same order everywhere.
    log.error({ err: error, requestId }, "transactions waited for each other");
    return fail("try_again");
  }
  log.error({ err: error, requestId }, "unexpected error");
  return fail("unexpected", { requestId });
}

/** Sends a failure in the format of oRPC's client. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { code, status, message, data } = failure;
  return reply.code(status).send({ defined: true, code, status, message, data });
}

/** Converts a failure to oRPC's error. */
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
    // Limits the response to input with thousands of faults.
    if (fields.size === bodyLimits.faultsNamed) break;
  }
  return Object.fromEntries(fields);
}

function isFastifyError(error: unknown): error is FastifyError {
  return codeOf(error)?.startsWith("FST_") === true;
}

type Issue = z.core.$ZodRawIssue;

/** Sets readable messages for all schemas that have none of their own. */
export function sayFaultsInWords(): void {
  z.config({ customError: describeFault });
}

/** Describes a field's fault in plain words, as "Name is required" or "Limit must be a whole number from 1 to 100". */
export function describeFault(issue: Issue): string {
  const name = nameOf(issue.path ?? []);
  if (issue.code === "invalid_format") return formatFault(name, issue.format);
  if (issue.input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code)) {
    return `${name} is required`;
  }
  const expected = describeExpected(issue);
  return expected === null ? `${name} is not valid` : `${name} must be ${expected}`;
}

/** Returns the innermost field's name in words: "Sender name" for `expected.senderName`, "Ticket ID" for `ticketId`. */
function nameOf(path: readonly PropertyKey[]): string {
  const field = path.findLast((part) => typeof part === "string" && part !== "");
  if (field === undefined) return "The request";
  const words = String(field)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(id|url|html)(s?)\b/g, (_, word: string, plural: string) => `${word.toUpperCase()}${plural}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatFault(name: string, format: string): string {
  if (format === "email") return "Please enter a valid email address";
  if (format === "datetime") return `${name} must be a date and time, as 2026-11-22T09:30:00Z`;
  if (format === "date") return `${name} must be a date, as 2026-11-22`;
  return format === "url" ? `${name} must be the address of a page` : `${name} is not valid`;
}

function describeExpected(issue: Issue): string | null {
  if (issue.code === "invalid_value") return oneOf(issue.values.map(String));
  if (issue.code === "invalid_type")
    return isNumber(issue.expected) ? describeNumber(issue) : (kinds[issue.expected] ?? null);
  if (issue.code !== "too_small" && issue.code !== "too_big") return null;
  if (isNumber(issue.origin)) return describeNumber(issue);
  const unit = units[issue.origin];
  if (!unit) return null;
  return issue.code === "too_big"
    ? `${unit[0]} of at most ${count(issue.maximum, unit[1])}`
    : `${unit[0]} of at least ${count(issue.minimum, unit[1])}`;
}

const kinds: Record<string, string> = {
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};
const units: Record<string, readonly [string, string]> = {
  string: ["text", "character"],
  array: ["a list", "entry"],
};
const isNumber = (kind: string) => ["number", "int", "bigint"].includes(kind);

function count(size: number | bigint, unit: string): string {
  const several = unit.endsWith("y") ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  return `${size.toLocaleString("en-US")} ${Number(size) === 1 ? unit : several}`;
}

function oneOf(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? "") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

/** Describes a number by all rules of its schema, whichever was broken. */
function describeNumber({ inst, schema }: Issue & { schema?: unknown }): string {
  const number = schema instanceof z.ZodNumber ? schema : inst;
  if (!(number instanceof z.ZodNumber)) return "a number";
  const { minValue, maxValue, isInt } = number;
  const kind = isInt ? "a whole number" : "a number";
  const [from, to] = [minValue, maxValue].map((bound) =>
    bound === null || Math.abs(bound) >= 2 ** 53 - 1 ? null : bound,
  );
  if (from !== null && to !== null) return `${kind} from ${from} to ${to}`;
  if (from !== null) return `${kind} of ${from} or more`;
  return to === null ? kind : `${kind} of ${to} or less`;
}
