import { ratingPath } from "@deskhand/contract/pages";
import { asTenantId, type TenantId } from "../../platform/db/tenant.ts";
import { purposeKey, readToken, signToken } from "../../platform/secrets/sign-ids.ts";
import type { Settings } from "../../platform/settings.ts";

const purpose = "rating-link";

/** A request for a rating, and the store that makes it. */
export type NamedRequest = { tenantId: TenantId; ratingId: string };

/** Returns the address at which a request is answered; with a score it is chosen there, and not sent. Whoever has it can rate. */
export function ratingLink(
  { publicUrl, secret }: Pick<Settings, "publicUrl" | "secret">,
  { tenantId, ratingId }: NamedRequest,
  score?: number,
): string {
  return publicUrl + ratingPath(signToken(purposeKey(secret, purpose), purpose, tenantId, ratingId), score);
}

/** Returns what a link names; undefined where it was not signed by this installation. */
export function readRatingLink(secret: string, token: string): NamedRequest | undefined {
  const [tenantId, ratingId, ...more] = readToken(purposeKey(secret, purpose), purpose, token.toLowerCase()) ?? [];
  if (tenantId === undefined || ratingId === undefined || more.length > 0) return undefined;
  return { tenantId: asTenantId(tenantId), ratingId };
}
