import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { KeyPair } from "../../../platform/mailer/signing-key.ts";

/** A key is used for this many days after it was last seen, if name servers do not answer. */
const trustedDays = 7;
const isTrusted = sql<boolean>`verified_at > now() - make_interval(days => ${trustedDays}::int)`;
/** Keys of formerly entered domains that are kept, in case a store returns to one. */
const maxDomains = 5;

const columns = ["domain", "selector", "public_key", "private_key", "findings", "checked_at", "verified_at"] as const;

/** Selects a store's domain with its sealed key. */
export function selectSenderDomain(tx: TenantTx, domain: string) {
  return tx.selectFrom("sender_domains").select(columns).where("domain", "=", domain).executeTakeFirst();
}
export type SenderDomainRow = NonNullable<Awaited<ReturnType<typeof selectSenderDomain>>>;

/** Selects a domain's key if it was seen in its DNS lately and not missed since; undefined if mail must not be sent from there. */
export function selectVerifiedDomain(tx: TenantTx, domain: string) {
  return tx
    .selectFrom("sender_domains")
    .select(["domain", "selector", "private_key"])
    .where("domain", "=", domain)
    .where(isTrusted)
    .executeTakeFirst();
}

/** Saves a new key for a domain unless it has one; `isReplaced` overwrites that one and its findings. */
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
      const onDomain = conflict.columns(["client_id", "domain"]);
      return isReplaced
        ? onDomain.doUpdateSet({ ...key, findings: null, checked_at: null, verified_at: null })
        : onDomain.doNothing();
    })
    .execute();
}

/** Deletes all but the newest few domains, and never `except`. */
export async function deleteOldSenderDomains(tx: TenantTx, except: string): Promise<void> {
  await tx
    .deleteFrom("sender_domains")
    .where("domain", "<>", except)
    .where("domain", "not in", (eb) =>
      eb.selectFrom("sender_domains").select("domain").orderBy("made_at", "desc").orderBy("domain").limit(maxDomains),
    )
    .execute();
}

/**
 * Saves the findings about a domain's records. With `isRight` true its key is verified, with false no longer, and with null (no answer)
 * it stays verified for some days. Returns whether the key was verified before and is now; undefined if the domain has another key.
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
    // The check may have been for another key.
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
