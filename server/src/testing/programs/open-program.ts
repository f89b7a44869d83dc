import { randomUUID } from "node:crypto";
import { type ApiKeyScope, apiKeyScopeNames } from "@deskhand/contract/programs/api-key-scopes";
import type { ApiKey, ApiKeyDefinition } from "@deskhand/contract/programs/api-keys";
import { jsonOf } from "../open-browser.ts";
import type { Desk } from "../open-desk.ts";
import type { Person } from "../test-people.ts";

/** What a program is answered: the status, the headers and the JSON. */
export type Answered = { status: number; headers: Headers; json: Record<string, unknown> };

/** A program with an API key. */
export type Program = {
  apiKey: ApiKey;
  key: string;
  get(path: string): Promise<Answered>;
  /** Writes with an Idempotency-Key, a new one by default. */
  write(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Answered>;
};

/** Makes an API key, with all scopes by default, and a program that uses it. */
export async function openProgram(
  app: Desk,
  by: Person,
  {
    name = randomUUID(),
    scopes = [...apiKeyScopeNames],
    ...more
  }: Partial<ApiKeyDefinition> & { scopes?: ApiKeyScope[] } = {},
): Promise<Program> {
  const made = await by.api.apiKeys.create({ name, scopes, ...more, idempotencyKey: randomUUID() });
  return { ...made, ...programWith(app, made.key) };
}

/** A program that uses a key, whatever it is. */
export function programWith(app: Pick<Desk, "url">, key: string): Pick<Program, "get" | "write"> {
  return {
    get: (path) => callV1(app, path, { headers: { authorization: `Bearer ${key}` } }),
    write: (method, path, body, idempotencyKey = randomUUID()) =>
      callV1(app, path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          "idempotency-key": idempotencyKey,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

/** Calls an address below `/api/v1` as any program may. */
export async function callV1({ url }: Pick<Desk, "url">, path: string, options: RequestInit = {}): Promise<Answered> {
  const response = await fetch(`${url}/api/v1${path}`, options);
  return { status: response.status, headers: response.headers, json: await jsonOf(response) };
}
