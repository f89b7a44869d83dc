import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { KeyPair } from "../../../platform/mailer/signing-key.ts";

/** After so many days in which nobody could say whether a key is there, it is no longer sent with. */
const trustedDays = 7;
const isTrusted = sql<boolean>`verified_at > now() - make_interval(days => ${trustedDays}::int)`;
/** Keys of domains that were once entered; whoever comes back finds theirs. */
const mostDomains = 5;

const columns = ["domain", "selector", "public_key", "private_key", "findings", "checked_at", "verified_at"] as const;

/** A store's domain with its key, which is sealed. */
export function selectSenderDomain(tx: TenantTx, domain: string) {
  return tx.selectFrom("sender_domains").select(columns).where("domain", "=", domain).executeTakeFirst();
}
export type SenderDomainRow = NonNullable<Awaited<ReturnType<typeof selectSenderDomain>>>;

/** The key of a domain that was seen in its DNS lately, and not missed since; undefined where mails must not be from there. */
export function selectVerifiedDomain(tx: TenantTx, domain: string) {
  return tx
    .selectFrom("sender_domains")
    .select(["domain", "selector", "private_key"])
    .where("domain", "=", domain)
    .where(isTrusted)
    .executeTakeFirst();
}

/** Keeps a new key for a domain unless there is one; with `isReplaced` in its place, of which nothing is known then. */
export async function insertSenderDomain(
  tx: TenantTx,
  domain: string,
  { selector, publicKey, sealedKey }: Pick<KeyPair, "selector" | "publicKey"> & { sealedKey: Buffer },
  isReplaced: boolean,
): Promise<void> {
  const key = { selector, public_key: publicKey, private_key: sealedKey };
  await tx
    .insertInto("sender_domains")
    .values({ domain, ...key })
    .onConflict((conflict) => {
      const same = conflict.columns(["client_id", "domain"]);
      return isReplaced
        ? same.doUpdateSet({ ...key, findings: null, checked_at: null, verified_at: null })
        : same.doNothing();
    })
    .execute();
}

/** Forgets the domains that were entered before the newest few, but for one. */
export async function deleteOldSenderDomains(tx: TenantTx, except: string): Promise<void> {
  await tx
    .deleteFrom("sender_domains")
    .where("domain", "<>", except)
    .where("domain", "not in", (eb) =>
      eb.selectFrom("sender_domains").select("domain").orderBy("made_at", "desc").orderBy("domain").limit(mostDomains),
    )
    .execute();
}

/**
 * Records what was found of a domain's records. Its key is verified, not verified any more, or as it was where nobody could say,
 * for some days. Says whether the key was sent with at the last look and is after this one; undefined where it is another key.
 */
export async function updateFindings(
  tx: TenantTx,
  { domain, selector }: { domain: string; selector: string },
  findings: object,
  isRight: boolean | null,
): Promise<{ wasVerified: boolean; isVerified: boolean } | undefined> {
  const before = await tx
    .selectFrom("sender_domains")
    .select("verified_at")
    .where("domain", "=", domain)
    // What was looked for may have been another key.
    .where("selector", "=", selector)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const now = sql<string>`clock_timestamp()`;
  const unlessTooOld = sql<string | null>`case when ${isTrusted} then verified_at end`;
  const after = await tx
    .updateTable("sender_domains")
    .set({
      findings: JSON.stringify(findings),
      checked_at: now,
      verified_at: isRight === null ? unlessTooOld : isRight ? now : null,
    })
    .where("domain", "=", domain)
    .returning("verified_at")
    .executeTakeFirstOrThrow();
  return { wasVerified: before.verified_at !== null, isVerified: after.verified_at !== null };
}
