import { domainOf, readDomain } from "@deskhand/contract/addresses/address";
import { findingSchema, type SenderDomain } from "@deskhand/contract/admin/sending";
import * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { askNames, type NameAsker } from "../../../platform/dns/ask-names.ts";
import { emit } from "../../../platform/events.ts";
import { keyName, keyRecord, makeKeyPair, SigningKey } from "../../../platform/mailer/signing-key.ts";
import { seal, unseal } from "../../../platform/secrets/seal.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { isWebmailDomain } from "../../tenants/index.ts";
import { checkDmarc, checkKey, checkSpf, findMailboxHost, spfToSet, startingPolicy } from "./check-records.ts";
import {
  deleteOldSenderDomains,
  insertSenderDomain,
  type SenderDomainRow,
  selectSenderDomain,
  selectVerifiedDomain,
  updateFindings,
} from "./sender-domains.queries.ts";

type MailSettings = Pick<Settings, "mailDomain" | "secret" | "spfInclude">;

const findingsSchema = z.object({
  dkim: findingSchema,
  spf: findingSchema,
  dmarc: findingSchema,
  /** What a new SPF record should include for the domain's mailbox host. */
  mailboxHost: z.string().nullable().default(null),
});
type Findings = z.infer<typeof findingsSchema>;

const sealedFor = ({ tenantId }: TenantTx) => ({ tenantId, purpose: "sender-domain-key" });

/** Returns the key that signs mail from an address; null unless its domain's owner has published the key. */
export async function senderKey(
  tx: TenantTx,
  { mailDomain, secret }: Pick<Settings, "mailDomain" | "secret">,
  address: string,
): Promise<SigningKey | null> {
  const domain = senderDomainOf(address);
  if (obstacleTo(domain, mailDomain) !== null) return null;
  const row = await selectVerifiedDomain(tx, domain);
  const privateKey = row ? unseal(secret, sealedFor(tx), row.private_key) : null;
  return row && privateKey !== null ? new SigningKey(domain, { selector: row.selector, privateKey }) : null;
}

/** Makes sure that an address's domain has a key that can be unsealed, so that its records can be shown. */
export async function prepareSenderDomain(
  tx: TenantTx,
  { mailDomain, secret }: Pick<Settings, "mailDomain" | "secret">,
  address: string,
): Promise<SenderDomainRow | undefined> {
  const domain = senderDomainOf(address);
  if (obstacleTo(domain, mailDomain) !== null) return undefined;
  const current = await selectSenderDomain(tx, domain);
  if (current && unseal(secret, sealedFor(tx), current.private_key) !== null) return current;
  const { privateKey, ...pair } = await makeKeyPair();
  const sealedKey = seal(secret, sealedFor(tx), privateKey);
  await insertSenderDomain(tx, domain, { ...pair, sealedKey }, current !== undefined);
  await deleteOldSenderDomains(tx, domain);
  return selectSenderDomain(tx, domain);
}

/** Selects an address's domain with its key; undefined if none was prepared yet, or the domain cannot be used. */
export async function findSenderDomain(
  tx: TenantTx,
  { mailDomain }: Pick<Settings, "mailDomain">,
  address: string,
): Promise<SenderDomainRow | undefined> {
  const domain = senderDomainOf(address);
  return obstacleTo(domain, mailDomain) === null ? selectSenderDomain(tx, domain) : undefined;
}

/** Returns what an address's domain has to publish for mail to come from it, and what was found of that. */
export async function readSenderDomain(tx: TenantTx, settings: MailSettings, address: string): Promise<SenderDomain> {
  const domain = senderDomainOf(address);
  const obstacle = obstacleTo(domain, settings.mailDomain);
  const noRecords = { address, domain: domain || null, records: [], checkedAt: null };
  if (obstacle !== null) return { ...noRecords, state: obstacle };
  const row = await selectSenderDomain(tx, domain);
  if (!row) return { ...noRecords, state: "unverified" };
  const findings = findingsSchema.safeParse(row.findings).data ?? null;
  const isVerified = (await senderKey(tx, settings, address)) !== null;
  return {
    address,
    domain,
    checkedAt: row.checked_at,
    state: isVerified ? "verified" : "unverified",
    records: recordsOf(row, settings, findings),
  };
}

function recordsOf(
  { domain, selector, public_key }: SenderDomainRow,
  { spfInclude }: MailSettings,
  findings: Findings | null,
): SenderDomain["records"] {
  return [
    {
      kind: "dkim",
      name: keyName(selector, domain),
      value: keyRecord(public_key),
      finding: findings?.dkim ?? null,
    },
    {
      kind: "spf",
      name: domain,
      value: spfToSet(findings?.spf.found ?? [], spfInclude, findings?.mailboxHost),
      finding: findings?.spf ?? null,
    },
    { kind: "dmarc", name: `_dmarc.${domain}`, value: startingPolicy, finding: findings?.dmarc ?? null },
  ];
}

/**
 * Checks a domain's records in DNS and saves the findings. A missing or wrong key is not used any more; if no name server answers it is
 * used for another week. A change is announced to the admins.
 */
export async function checkSenderDomain(
  { db, settings }: Pick<Services, "db" | "settings">,
  tenantId: TenantTx["tenantId"],
  { domain, selector, public_key: publicKey }: Pick<SenderDomainRow, "domain" | "selector" | "public_key">,
): Promise<void> {
  const findings = await checkAll(askNames(settings.nameServers), { domain, selector, publicKey }, settings.spfInclude);
  const { state } = findings.dkim;
  await db.withTenant(tenantId, async (tx) => {
    const isRight = state === "unknown" ? null : state === "right";
    const change = await updateFindings(tx, { domain, selector }, findings, isRight);
    // A key also expires by time, so this compares with the last announced state, not with that of a moment ago.
    if (change && change.isVerified !== change.wasVerified) {
      const { isVerified } = change;
      await emit(tx, "sender-domain.changed", { domain, isVerified, reason: findings.dkim.words });
    }
  });
}

async function checkAll(
  ask: NameAsker,
  key: { domain: string; selector: string; publicKey: string },
  include: string,
): Promise<Findings> {
  const [dkim, spf, dmarc, host] = await Promise.all([
    checkKey(ask, key),
    checkSpf(ask, key.domain, include),
    checkDmarc(ask, key.domain),
    findMailboxHost(ask, key.domain),
  ]);
  return { dkim, spf, dmarc, mailboxHost: host?.include ?? null };
}

/** The longest DNS name (RFC 1035, section 2.3.4), without its final dot. */
const longestName = 253;

/** Returns an address's domain in its DNS form: lower case, non-ASCII letters encoded; "" if there is none. */
export function senderDomainOf(address: string): string {
  const domain = readDomain(domainOf(address).trim()) ?? "";
  const labels = domain.split(".").length;
  const isName = domain.length <= longestName && labels > 1 && labels <= 11;
  return isName && !/^[\d.]+$/.test(domain) ? domain : "";
}

/** Returns why a domain cannot be used for sending; null if its owner can set it up. */
export function obstacleTo(domain: string, mailDomain: string): "ours" | "webmail" | "none" | null {
  const ourDomain = mailDomain.toLowerCase();
  if (domain === ourDomain || domain.endsWith(`.${ourDomain}`)) return "ours";
  if (domain === "") return "none";
  return isWebmailDomain(domain) ? "webmail" : null;
}
