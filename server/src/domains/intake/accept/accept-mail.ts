import { newId } from "../../../platform/db/ids.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { mailsTaken } from "../../../platform/metrics/counted.ts";
import { QuotingError } from "../../../platform/quoting-error.ts";
import type { Services } from "../../../platform/services.ts";
import { storableText } from "../../../platform/storable-text.ts";
import { processMailJob } from "../decide/process-mail-job.ts";
import { letsOthersFirst } from "../lets-others-first.ts";
import { intakeRoom } from "../room/intake-room.ts";
import { rememberUse, storeMail } from "./accept.queries.ts";
import { collectMail } from "./collect-mail.ts";
import type { ResolveRecipient } from "./recipient-resolver.ts";

export type AcceptedMail = {
  via: "smtp" | "webhook";
  /** Empty for the null path. */
  envelopeFrom: string;
  recipients: string[];
  /** The address of the SMTP client and how it named itself, where the door knows them. */
  remoteHost?: string | null;
  helo?: string | null;
  /** What a webhook's provider found out about the sender, as the value of an Authentication-Results field (RFC 8601). */
  providerCheck?: string | null;
  /** Its size as its sender announced it, in bytes. */
  announced?: number;
  /** What no other mail brings along, where it may come once only. */
  onlyOnce?: Buffer | null;
  stream: AsyncIterable<Uint8Array>;
};

/** The mail cannot be taken: a recipient of its envelope is no store here. */
export class NoRecipient extends QuotingError {
  override readonly name = "NoRecipient";
}

/** What may come once only has come before: nothing of it was taken. */
export class TakenBefore extends Error {
  override readonly name = "TakenBefore";
}

/**
 * Makes a mail durable: one transaction stores its bytes once, logs it for each store it is for, and queues it there.
 * Returns the log entries by tenant. Once this resolved the mail is never lost, and until then its sender must keep it. Fails with
 * `MailNotNow` where there is no room for it.
 */
export async function acceptMail(
  services: Pick<Services, "db" | "jobs" | "settings" | "log">,
  resolveRecipient: ResolveRecipient,
  mail: AcceptedMail,
): Promise<Map<TenantId, string>> {
  const recipients = await groupByTenant(resolveRecipient, mail);
  const room = intakeRoom(services);
  // What a webhook's provider brings is everybody's.
  const sender = {
    tenants: [...recipients.keys()],
    remoteHost: mail.via === "smtp" ? (mail.remoteHost ?? null) : null,
  };
  await room.expect({ ...sender, size: mail.announced ?? 0 });
  const raw = await collectMail(mail.stream, services.settings.dataDir);
  try {
    await room.take({ ...sender, size: raw.size });
    const of = {
      raw_mail_id: newId(),
      via: mail.via,
      envelope_from: storableText(mail.envelopeFrom, 1_000),
      remote_host: mail.remoteHost ?? null,
      helo: mail.helo ? storableText(mail.helo, 255) : null,
      provider_check: mail.providerCheck ? storableText(mail.providerCheck, 2_000) : null,
    };
    const entries = [...recipients].map(
      ([tenant, addresses]) => [tenant, { ...of, id: newId(), envelope_to: addresses.join(", ") }] as const,
    );
    const { onlyOnce = null } = mail;
    await storeMail(services.db, raw, entries, async (tx, mailLogId) => {
      if (onlyOnce && mailLogId === entries[0]?.[1].id && !(await rememberUse(tx, onlyOnce)))
        throw new TakenBefore("A mail with this proof was taken before");
      const isPatient = letsOthersFirst(services.db, tx.tenantId, performance.now());
      await services.jobs.enqueue(tx, processMailJob, { mailLogId }, { isPatient });
    });
    mailsTaken.inc({ via: mail.via });
    return new Map(entries.map(([tenant, { id }]) => [tenant, id]));
  } finally {
    await raw.discard();
  }
}

async function groupByTenant(
  resolve: ResolveRecipient,
  { via, recipients }: AcceptedMail,
): Promise<Map<TenantId, string[]>> {
  const groups = new Map<TenantId, string[]>();
  for (const address of new Set(recipients)) {
    const tenant = await resolve(address);
    if (tenant) groups.set(tenant, [...(groups.get(tenant) ?? []), address.trim()]);
    // SMTP said yes to each of them. The sender tries again and is refused; a webhook also names those who are elsewhere.
    else if (via === "smtp") throw new NoRecipient(`${address} is no longer a recipient here`);
  }
  if (groups.size === 0) throw new NoRecipient("None of the recipients is known here");
  return groups;
}
