import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id, oneLine, timestamp, trimmedText } from "../page.ts";
import { apiKeyLimits } from "./api-key-limits.ts";
import { apiKeyScopeNames } from "./api-key-scopes.ts";

const scopes = z.array(z.enum(apiKeyScopeNames)).max(apiKeyScopeNames.length);

/** An address, or a network such as 198.51.100.0/24. */
const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "Enter addresses or networks, such as 198.51.100.7 or 198.51.100.0/24",
});

const definitionSchema = z.object({
  name: trimmedText("Name", apiKeyLimits.apiKeyNameLength, "Name is required").overwrite(oneLine),
  scopes: scopes.min(1, "Choose what the key may do"),
  /** Where it may be used from; empty for anywhere. */
  ranges: z
    .array(range)
    .max(apiKeyLimits.apiKeyRanges, `A key has at most ${apiKeyLimits.apiKeyRanges} addresses and networks`)
    .default([]),
  /** Null for a key without an end. */
  endsAt: timestamp.nullable().default(null),
});
export type ApiKeyDefinition = z.input<typeof definitionSchema>;

const apiKeySchema = z.object({
  id,
  name: z.string(),
  /** How the key begins, by which a person tells it from others; null in an imported store until it is rotated. */
  begins: z.string().nullable(),
  scopes,
  ranges: z.array(z.string()),
  endsAt: timestamp.nullable(),
  isOver: z.boolean(),
  /** By the name at the time; it goes on as the store's if they left. */
  madeBy: z.object({ name: z.string(), hasLeft: z.boolean() }),
  createdAt: timestamp,
  /** Written at most once a minute; null before the first use. */
  lastUse: z.object({ at: timestamp, from: z.string() }).nullable(),
  /** Until when the secret before the last rotation is good too; null if it is not. */
  earlierUntil: timestamp.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** The whole key, in this answer only: Deskhand keeps a hash of it. */
const shownOnce = z.object({ apiKey: apiKeySchema, key: z.string() });

/** Keys with which programs call `/api/v1` (docs/api.md). */
export const apiKeys = {
  /** Lists the store's keys by name, without those that were revoked. */
  list: endpoint("api-keys:manage", "GET", "/api-keys").output(z.object({ items: z.array(apiKeySchema) })),
  /** A second request with the same `idempotencyKey` gives the unused key a new secret, as nobody saw the first one. */
  create: endpoint("api-keys:manage", "POST", "/api-keys")
    .errors(among("too_many_api_keys", "api_key_name_taken"))
    .input(definitionSchema.extend({ idempotencyKey: id }))
    .output(shownOnce),
  update: endpoint("api-keys:manage", "PUT", "/api-keys/{id}")
    .errors(among("api_key_not_found", "api_key_name_taken"))
    .input(definitionSchema.extend({ id }))
    .output(apiKeySchema),
  /** Gives a key another secret; the one before stays good for so many hours. */
  rotate: endpoint("api-keys:manage", "POST", "/api-keys/{id}/rotate", { twice: "the last secret counts" })
    .errors(among("api_key_not_found"))
    .input(z.object({ id, overlapHours: z.number().int().min(0).max(apiKeyLimits.apiKeyOverlapHours) }))
    .output(shownOnce),
  /** Revokes it for good: its next request is refused. */
  remove: endpoint("api-keys:manage", "DELETE", "/api-keys/{id}")
    .errors(among("api_key_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};
