import { createHash } from "node:crypto";
import { mailboxLimits } from "@deskhand/contract/mailboxes/mailbox-limits";
import type { TenantId } from "../../platform/db/tenant.ts";
import { isServerTrouble } from "../../platform/error-code.ts";
import { emit } from "../../platform/events.ts";
import { ImapFault } from "../../platform/imap/imap-fault.ts";
import type { ImapFolder, ListedMail } from "../../platform/imap/open-imap.ts";
import type { Services } from "../../platform/services.ts";
import { MailNotNow } from "../../platform/smtp/mail-not-now.ts";
import { acceptMail, intakeLimits, readEmail, readHead } from "../intake/index.ts";
import {
  beginReading,
  type Fate,
  type Held,
  hasBytes,
  type MailOfMailbox,
  noteLook,
  noteMail,
  saveCount,
  selectDueMails,
  selectUnnoted,
} from "./hold.queries.ts";
import { isSentCopy } from "./is-sent-copy.ts";

/** Somebody else holds the mailbox by now, or it was changed or deleted: nothing more may be stored. */
export class LostHold extends Error {
  override readonly name = "LostHold";
}

/** Thrown where a mail is stored, to store nothing of it but what became of it. */
class NotTaken extends Error {
  override readonly name = "NotTaken";
  readonly fate: Fate;
  constructor(fate: Fate) {
    super(fate.outcome);
    this.fate = fate;
  }
}

type Taking = {
  services: Services;
  tenantId: TenantId;
  held: Held & { name: string; takenFrom: string };
  folder: ImapFolder;
};

/** Sizes are asked for this many mails ahead. */
const listedTogether = 100;

/**
 * Takes everything new in a folder (docs/product.md#mailboxes). What became of each mail is stored in one transaction with its bytes, so that
 * whatever is killed, none is lost and none comes twice.
 */
export async function takeNewMails(taking: Taking, ending: AbortSignal): Promise<void> {
  const { services, tenantId, held, folder } = taking;
  const { db } = services;
  const uidValidity = String(folder.uidValidity);
  const reading = await db.withTenant(tenantId, (tx) => beginReading(tx, held, uidValidity));
  if (!reading) throw new LostHold();
  const there = await folder.uidsAfter(reading.counts ? 0 : reading.seenUid, held.takenFrom);
  if (there.length > mailboxLimits.mailboxMailsCounted) throw new ImapFault("protocol");
  const unread = await db.withTenant(tenantId, async (tx) => [
    ...(await selectUnnoted(tx, held.id, reading.generation, there)),
    // They may break the connection again, so the others come first.
    ...(await selectDueMails(tx, held.id, reading.generation)),
  ]);
  for (let at = 0; at < unread.length; at += listedTogether) {
    for (const mail of await folder.list(unread.slice(at, at + listedTogether))) {
      ending.throwIfAborted();
      await takeMail(taking, ending, { held, generation: reading.generation, uidValidity, uid: mail.uid }, mail);
    }
  }
  await db.withTenant(tenantId, async (tx) => {
    if (reading.counts) await saveCount(tx, held, reading.generation, there);
    const isNews = await noteLook(tx, held);
    if (isNews || reading.counts || unread.length > 0) await emit(tx, "mailboxes.changed", {});
  });
}

/** Takes one mail, or notes why not. Rejects only if nothing more can be taken for now. */
async function takeMail(
  taking: Taking,
  ending: AbortSignal,
  mail: MailOfMailbox,
  { uid, size }: ListedMail,
): Promise<void> {
  const { services, tenantId, folder } = taking;
  try {
    if (size > intakeLimits.maxWireBytes) throw new NotTaken({ outcome: "too_large", size });
    const bytes = await folder.read(uid, intakeLimits.maxWireBytes + 1);
    // It was deleted in between.
    if (bytes !== null) await store(taking, mail, bytes);
  } catch (error) {
    if (ending.aborted || !isOfMail(error)) throw error;
    const fate = error instanceof NotTaken ? error.fate : { outcome: "failing" as const, size };
    if (!(error instanceof NotTaken || error instanceof ImapFault))
      services.log.error({ err: error, mailboxId: mail.held.id }, "A mail of a mailbox could not be taken");
    if (!(await services.db.withTenant(tenantId, (tx) => noteMail(tx, mail, fate)))) throw new LostHold();
    // The mail may be what ended the connection: it is not tried first again.
    if (error instanceof ImapFault && !folder.isOpen) throw error;
  }
}

/** Whether a mail itself may be to blame, and those behind it may be taken. */
function isOfMail(error: unknown): boolean {
  if (error instanceof LostHold || isServerTrouble(error)) return false;
  return !(error instanceof MailNotNow);
}

async function store(taking: Taking, mail: MailOfMailbox, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { services, tenantId, held } = taking;
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await pieces.next();
  const start = first.done ? Buffer.alloc(0) : Buffer.from(first.value);
  const hash = createHash("sha256");
  let size = 0;
  const all = async function* () {
    try {
      for (let piece = first; !piece.done; piece = await pieces.next()) {
        size += piece.value.length;
        if (size > intakeLimits.maxWireBytes) throw new NotTaken({ outcome: "too_large", size: null });
        hash.update(piece.value);
        yield piece.value;
      }
    } finally {
      // Whoever stops in between wants no more of it.
      await pieces.return?.();
    }
  };
  if (isSentCopy(start, held.name)) {
    await pieces.return?.();
    throw new NotTaken({ outcome: "own", size: null });
  }
  await acceptMail(services, async () => tenantId, {
    via: "imap",
    envelopeFrom: returnPathOf(start) ?? intakeLimits.unknownSender,
    recipients: [held.name],
    stream: all(),
    async keep(tx, mailLogId) {
      const sha256 = hash.digest();
      // The first statement locks the mailbox, so that of two holders one sees what the other stored.
      if (!(await noteMail(tx, mail, { outcome: "taken", mailLogId, sha256, size }))) throw new LostHold();
      if (await hasBytes(tx, mail, sha256)) throw new NotTaken({ outcome: "copy", size });
    },
  });
}

/** The sender of a mail's envelope as its mailbox's server noted it; empty for a bounce, null if it did not. */
function returnPathOf(start: Uint8Array): string | null {
  const [path] = readHead(Buffer.from(start)).get("return-path") ?? [];
  if (path === undefined) return null;
  const bare = path.replace(/^\s*<|>\s*$/g, "").trim();
  return bare === "" ? "" : readEmail(bare);
}
