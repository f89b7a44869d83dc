import { createHash } from "node:crypto";
import { contract } from "@deskhand/contract";
import { type Endpoint, endpointsOf } from "@deskhand/contract/endpoint";
import { apiKeyLimits } from "@deskhand/contract/programs/api-key-limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { fail } from "../fail.ts";
import { type AnswerEndpoint, requireAccess, routeOf } from "./api.ts";
import type { KeyActor, ProgramWrite } from "./context.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Only programs with an API key call it: no cookie counts, and no session is looked for. */
    isForKeys?: boolean;
  }
}

/** The endpoints that programs may call. */
export const programEndpoints: readonly Endpoint[] = endpointsOf(contract).filter(({ about }) => about.v1);

/**
 * Serves the contract's `v1` endpoints below `/api/v1` to programs (docs/api.md). The key, its scope and the Idempotency-Key are
 * checked before the body is read.
 */
export function programRoutes(http: FastifyInstance, answer: AnswerEndpoint): void {
  for (const endpoint of programEndpoints) {
    const { method, access } = endpoint;
    const isWrite = method !== "GET";
    const hasKeyInBody = takesIdempotencyKey(endpoint);
    const { config, ...route } = routeOf(endpoint, "/api/v1");
    http.route({
      ...route,
      config: Object.assign({ isForKeys: true, isForPrograms: true }, config),
      onRequest: async ({ key, headers }) => {
        requireAccess(keyOf(key), access);
        if (isWrite) idempotencyKeyIn(headers);
      },
      handler: (request, reply) => {
        const key = keyOf(request.key);
        const write = isWrite ? writeOf(request, key) : null;
        const body = hasKeyInBody && write ? withKey(request.body, write) : request.body;
        return answer(request, reply, "/api/v1", { actor: key, write, body });
      },
    });
  }
}

function keyOf(key: KeyActor | null): KeyActor {
  if (!key) throw fail("key_missing");
  return key;
}

/** Whether an endpoint's input names the key of its repetitions, as those that people call have it. */
function takesIdempotencyKey({ procedure }: Endpoint): boolean {
  const { inputSchema } = procedure["~orpc"];
  return inputSchema instanceof z.ZodObject && "idempotencyKey" in inputSchema.shape;
}

const printable = /^[\x21-\x7e]+$/;

function idempotencyKeyIn({ "idempotency-key": key }: FastifyRequest["headers"]): string {
  const isUsable = typeof key === "string" && printable.test(key) && key.length <= apiKeyLimits.idempotencyKeyLength;
  if (!isUsable) throw fail("idempotency_key_needed");
  return key;
}

/** What tells a write from others: programs choose keys without knowing of each other, so each has ids of its own. */
function writeOf({ method, url, headers, body }: FastifyRequest, { keyId }: KeyActor): ProgramWrite {
  return {
    idempotencyKey: idFrom(sha256(`${keyId} ${idempotencyKeyIn(headers)}`)),
    asked: sha256(`${method} ${url}\n${JSON.stringify(body ?? null)}`),
  };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Writes the first bytes of a hash as an id (RFC 9562, version 8). */
function idFrom(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A body that is no object stays as it is, and is refused for that. */
function withKey(body: unknown, { idempotencyKey }: ProgramWrite): unknown {
  if (body === undefined || body === null) return { idempotencyKey };
  return typeof body === "object" && !Array.isArray(body) ? { ...body, idempotencyKey } : body;
}
