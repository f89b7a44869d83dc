import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newId } from "../../../platform/db/ids.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { QuotingError } from "../../../platform/error-code.ts";
import { mailsTaken } from "../../../platform/metrics/counted.ts";
import type { Services } from "../../../platform/services.ts";
import { chunkSize } from "../../../platform/storage/files.ts";
import { scratchPath } from "../../../platform/storage/scratch.ts";
import { intakeCapacity } from "../capacity/intake-capacity.ts";
import { isOverBudget, processMailJob } from "../decide/process-mail-job.ts";
import { recordProof, storeMail } from "./accept.queries.ts";
import type { ResolveRecipient } from "./recipient-resolver.ts";

export type AcceptedMail = {
  via: "smtp" | "webhook" | "imap";
  /** Empty for a bounce's null path. */
  envelopeFrom: string;
  recipients: string[];
  /** The SMTP client's address and the name in its HELO; absent if unknown. */
  remoteHost?: string | null;
  helo?: string | null;
  /** The provider's checks of a webhook mail's sender, as the value of an Authentication-Results field (RFC 8601). */
  providerCheck?: string | null;
  /** The size in bytes that the sender announced. */
  announced?: number;
  /** Proof that identifies one webhook; a mail with a proof that was used before is refused. */
  replayProof?: Buffer | null;
  /** Stores what else belongs to the mail, in the same transaction; throws if the mail may not be stored. */
  keep?: (tx: TenantTx, mailLogId: string) => Promise<void>;
  stream: AsyncIterable<Uint8Array>;
};

/** A recipient in the mail's envelope belongs to no store here. */
export class UnknownRecipient extends QuotingError {
  override readonly name = "UnknownRecipient";
}

/** The mail's proof was used before, so nothing was stored. */
export class ReplayedMail extends Error {
  override readonly name = "ReplayedMail";
}

/**
 * Makes a mail durable: one transaction stores its bytes once, logs the mail for each recipient store, and queues it there.
 * Returns the log entries by tenant. Until this resolves, the sender must keep the mail. Throws `MailNotNow` if a limit or
 * the disk leaves no room for it.
 */
export async function acceptMail(
  services: Pick<Services, "db" | "jobs" | "settings" | "log">,
  resolveRecipient: ResolveRecipient,
  mail: AcceptedMail,
): Promise<Map<TenantId, string>> {
  const recipients = await groupByTenant(resolveRecipient, mail);
  const capacity = intakeCapacity(services);
  // A webhook provider delivers everybody's mail, so its host has no limit.
  const sender = {
    tenants: [...recipients.keys()],
    remoteHost: mail.via === "smtp" ? (mail.remoteHost ?? null) : null,
  };
  await capacity.expect({ ...sender, size: mail.announced ?? 0 });
  const raw = await collectMail(mail.stream, services.settings.dataDir);
  try {
    await capacity.take({ ...sender, size: raw.size });
    const common = {
      raw_mail_id: newId(),
      via: mail.via,
      envelope_from: storableText(mail.envelopeFrom, 1_000),
      remote_host: mail.remoteHost ?? null,
      helo: mail.helo ? storableText(mail.helo, 255) : null,
      provider_check: mail.providerCheck ? storableText(mail.providerCheck, 2_000) : null,
    };
    const entries = [...recipients].map(
      ([tenant, addresses]) => [tenant, { ...common, id: newId(), envelope_to: addresses.join(", ") }] as const,
    );
    const { replayProof = null } = mail;
    await storeMail(services.db, raw, entries, async (tx, mailLogId) => {
      if (replayProof && mailLogId === entries[0]?.[1].id && !(await recordProof(tx, replayProof)))
        throw new ReplayedMail("A mail with this proof was taken before");
      await mail.keep?.(tx, mailLogId);
      const isPatient = isOverBudget(services.db, tx.tenantId, performance.now());
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
    // SMTP accepted each of these addresses, so the sender has to hear that one is gone. A webhook may also name addresses elsewhere.
    else if (via === "smtp") throw new UnknownRecipient(`${address} is no longer a recipient here`);
  }
  if (groups.size === 0) throw new UnknownRecipient("None of the recipients is known here");
  return groups;
}

/** All bytes of one mail, which can be read more than once; in memory if they fit one stored chunk, else in a file. */
export type CollectedMail = {
  size: number;
  /** The whole mail, if it fits one chunk. */
  small: Buffer | null;
  open(): Readable;
  discard(): Promise<void>;
};

const maxPieces = 256;

/** Reads a mail to its end before anything is stored, so that a slow sender keeps no transaction open. */
export async function collectMail(stream: AsyncIterable<Uint8Array>, dataDir: string): Promise<CollectedMail> {
  const iterator = stream[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    pieces.push(next.value);
    size += next.value.length;
    if (size > chunkSize) return spool(pieces, { [Symbol.asyncIterator]: () => iterator }, scratchPath(dataDir));
    // A sender who sends single bytes would otherwise cost one buffer per byte.
    if (pieces.length > maxPieces) pieces.splice(0, pieces.length, Buffer.concat(pieces));
  }
  const small = Buffer.concat(pieces);
  return { size, small, open: () => Readable.from([small]), discard: async () => undefined };
}

async function spool(pieces: Uint8Array[], rest: AsyncIterable<Uint8Array>, folder: string): Promise<CollectedMail> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "raw");
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(concatenated(pieces, rest), file);
  } catch (error) {
    await discard();
    throw error;
  }
  const open = () => createReadStream(path, { highWaterMark: chunkSize });
  return { size: file.bytesWritten, small: null, open, discard };
}

async function* concatenated(pieces: Uint8Array[], rest: AsyncIterable<Uint8Array>) {
  yield* pieces.splice(0);
  yield* rest;
}
