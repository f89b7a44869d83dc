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
  /** What a new SPF record includes for whoever hosts the domain's mailboxes. */
  mailboxHost: z.string().nullable().default(null),
});
type Findings = z.infer<typeof findingsSchema>;

const sealedFor = ({ tenantId }: TenantTx) => ({ tenantId, purpose: "sender-domain-key" });

/** The key that signs mail of an address's domain, where its owner has proven that it is the store's; else null. */
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

/** Makes a key for the domain of an address where there is none that opens: its records are to be shown from now on. */
export async function prepareSenderDomain(
  tx: TenantTx,
  { mailDomain, secret }: Pick<Settings, "mailDomain" | "secret">,
  address: string,
): Promise<SenderDomainRow | undefined> {
  const domain = senderDomainOf(address);
  if (obstacleTo(domain, mailDomain) !== null) return undefined;
  const known = await selectSenderDomain(tx, domain);
  if (known && unseal(secret, sealedFor(tx), known.private_key) !== null) return known;
  const { privateKey, ...pair } = await makeKeyPair();
  const sealedKey = seal(secret, sealedFor(tx), privateKey);
  await insertSenderDomain(tx, domain, { ...pair, sealedKey }, known !== undefined);
  await deleteOldSenderDomains(tx, domain);
  return selectSenderDomain(tx, domain);
}

/** The domain of an address with its key; undefined where nobody asked for its records yet, or nobody may. */
export async function findSenderDomain(
  tx: TenantTx,
  { mailDomain }: Pick<Settings, "mailDomain">,
  address: string,
): Promise<SenderDomainRow | undefined> {
  const domain = senderDomainOf(address);
  return obstacleTo(domain, mailDomain) === null ? selectSenderDomain(tx, domain) : undefined;
}

/** What an address's domain has to publish so that mails may come from it, and what was found of that. */
export async function readSenderDomain(tx: TenantTx, settings: MailSettings, address: string): Promise<SenderDomain> {
  const domain = senderDomainOf(address);
  const obstacle = obstacleTo(domain, settings.mailDomain);
  const nothing = { address, domain: domain || null, records: [], checkedAt: null };
  if (obstacle !== null) return { ...nothing, state: obstacle };
  const row = await selectSenderDomain(tx, domain);
  if (!row) return { ...nothing, state: "unverified" };
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
 * Asks DNS for the records of a domain and keeps what was found. A key that is missing or wrong is no longer sent with;
 * where nobody answered it is as it was for a week, and then no longer. The admins are told of both.
 */
export async function checkSenderDomain(
  { db, settings }: Pick<Services, "db" | "settings">,
  tenantId: TenantTx["tenantId"],
  { domain, selector, public_key: publicKey }: Pick<SenderDomainRow, "domain" | "selector" | "public_key">,
): Promise<void> {
  const findings = await findAll(askNames(settings.nameServers), { domain, selector, publicKey }, settings.spfInclude);
  const { state } = findings.dkim;
  await db.withTenant(tenantId, async (tx) => {
    const isRight = state === "unknown" ? null : state === "right";
    const known = await updateFindings(tx, { domain, selector }, findings, isRight);
    // A key also ends by time: what it was is what was told last, not what it was a moment ago.
    if (known && known.isVerified !== known.wasVerified) {
      const { isVerified } = known;
      await emit(tx, "sender-domain.changed", { domain, isVerified, reason: findings.dkim.words });
    }
  });
}

async function findAll(
  ask: NameAsker,
  of: { domain: string; selector: string; publicKey: string },
  include: string,
): Promise<Findings> {
  const [dkim, spf, dmarc, host] = await Promise.all([
    checkKey(ask, of),
    checkSpf(ask, of.domain, include),
    checkDmarc(ask, of.domain),
    findMailboxHost(ask, of.domain),
  ]);
  return { dkim, spf, dmarc, mailboxHost: host?.include ?? null };
}

/** The longest name that DNS has (RFC 1035, section 2.3.4), without the dot at its end. */
const longestName = 253;

/** The domain of an address as DNS has it: in lower case, letters beyond ASCII encoded; "" where there is none. */
export function senderDomainOf(address: string): string {
  const domain = readDomain(domainOf(address).trim()) ?? "";
  const labels = domain.split(".").length;
  const isName = domain.length <= longestName && labels > 1 && labels <= 11;
  return isName && !/^[\d.]+$/.test(domain) ? domain : "";
}

/** Why nobody can set up an address's domain to be sent from; null where its owner can. */
export function obstacleTo(domain: string, mailDomain: string): "ours" | "webmail" | "none" | null {
  const own = mailDomain.toLowerCase();
  if (domain === own || domain.endsWith(`.${own}`)) return "ours";
  if (domain === "") return "none";
  return isWebmailDomain(domain) ? "webmail" : null;
}
