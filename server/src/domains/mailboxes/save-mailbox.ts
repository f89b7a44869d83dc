import { mailboxLimits } from "@deskhand/contract/mailboxes/mailbox-limits";
import type { LeftOutMail, Mailbox, MailboxPlace } from "@deskhand/contract/mailboxes/mailboxes";
import { id as idSchema, timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { ImapFault } from "../../platform/imap/imap-fault.ts";
import { openImap } from "../../platform/imap/open-imap.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { faultWords, fieldOfFault } from "./fault-words.ts";
import { openPassword, sealPassword } from "./mailbox-password.ts";
import {
  askForCount,
  countOtherMailboxes,
  deleteMailbox,
  insertMailbox,
  type MailboxRow,
  selectLeftOut,
  selectMailbox,
  selectMailboxes,
  selectPlace,
  updateMailbox,
} from "./mailboxes.queries.ts";

type WithTenant = <Result>(work: (tx: TenantTx) => Promise<Result>) => Promise<Result>;
type Setting = Pick<Services["settings"], "secret" | "outside">;
type Saving = { withTenant: WithTenant; actor: Pick<Actor, "userId">; settings: Setting };

/** Lists the store's mailboxes by address. */
export async function listMailboxes(tx: TenantTx): Promise<Mailbox[]> {
  return (await selectMailboxes(tx)).map(shown);
}

async function findMailbox(tx: TenantTx, id: string): Promise<Mailbox> {
  const row = await selectMailbox(tx, id);
  if (!row) throw fail("mailbox_not_found");
  return shown(row);
}

function shown({ fault, said, failingSince, dueAt, countedAt, there, here, ...same }: MailboxRow): Mailbox {
  return {
    ...same,
    trouble:
      fault === null || failingSince === null
        ? null
        : { fault, words: faultWords(fault, said), since: failingSince, nextTryAt: dueAt },
    count: countedAt === null || there === null || here === null ? null : { at: countedAt, there, here },
  };
}

/**
 * Connects a mailbox, once for a key, which becomes its id. It is tried before, outside any transaction; what is wrong is said of the field that
 * it is about.
 */
export async function connectMailbox(
  { withTenant, actor, settings }: Saving,
  { idempotencyKey: id, ...place }: MailboxPlace & { idempotencyKey: string },
): Promise<Mailbox> {
  const { userId } = actor;
  const made = await withTenant((tx) => findMade(tx, userId, id));
  if (made) return made;
  if (place.password === "") throw failAt("password", "Password is required");
  await withTenant((tx) => refuseAnother(tx, place, id));
  await tryPlace(settings, place);
  return withTenant(async (tx) => {
    await lockName(tx, "mailboxes");
    const meanwhile = await findMade(tx, userId, id);
    if (meanwhile) return meanwhile;
    await refuseAnother(tx, place, id);
    const password = sealPassword(settings.secret, tx.tenantId, place.password);
    await insertMailbox(tx, id, userId, { ...place, password });
    await record(tx, userId, "settings.mailbox-connected", { id, label: place.address }, detailsOf(place));
    await emit(tx, "mailboxes.changed", {});
    return findMailbox(tx, id);
  });
}

async function findMade(tx: TenantTx, userId: string, id: string): Promise<Mailbox | null> {
  const made = await selectPlace(tx, id);
  if (!made) return null;
  if (made.madeBy !== userId) throw failKeyUsed();
  return findMailbox(tx, id);
}

async function refuseAnother(tx: TenantTx, place: MailboxPlace, id: string): Promise<void> {
  refuseDay(place.takenFrom);
  const { count, isTaken } = await countOtherMailboxes(tx, place, id);
  if (isTaken) throw fail("mailbox_taken");
  if (count >= mailboxLimits.mailboxes) throw fail("too_many_mailboxes");
}

/** Changes a mailbox, after trying it. */
export async function changeMailbox(
  { withTenant, actor, settings }: Saving,
  { id, ...place }: MailboxPlace & { id: string },
): Promise<Mailbox> {
  const kept = await withTenant(async (tx) => {
    const before = await findPlace(tx, id);
    await refuseAnother(tx, place, id);
    return { ...before, password: openPassword(settings.secret, tx.tenantId, before.password) };
  });
  const isSame = kept.host === place.host && kept.port === place.port && kept.user === place.user;
  // Else an admin could have a colleague's password sent to a server of their own.
  if (place.password === "" && !(isSame && kept.security === place.security))
    throw failAt("password", "Enter the password again, as it would go to another server or account");
  const password = place.password === "" ? kept.password : place.password;
  if (password === null)
    throw failAt("password", "The password that was kept cannot be opened any more: enter it again");
  await tryPlace(settings, { ...place, password });
  return withTenant(async (tx) => {
    await lockName(tx, "mailboxes");
    const before = await findPlace(tx, id);
    await refuseAnother(tx, place, id);
    const isElsewhere = before.host !== place.host || before.user !== place.user || before.folder !== place.folder;
    const sealed = sealPassword(settings.secret, tx.tenantId, password);
    await updateMailbox(tx, id, { ...place, password: sealed }, isElsewhere);
    await record(tx, actor.userId, "settings.mailbox-changed", { id, label: place.address }, detailsOf(place));
    await emit(tx, "mailboxes.changed", {});
    return findMailbox(tx, id);
  });
}

async function findPlace(tx: TenantTx, id: string) {
  const place = await selectPlace(tx, id);
  if (!place) throw fail("mailbox_not_found");
  return place;
}

/** Has a mailbox looked at and counted soon. */
export async function checkMailbox(tx: TenantTx, id: string): Promise<Mailbox> {
  await findMailbox(tx, id);
  await askForCount(tx, id);
  return findMailbox(tx, id);
}

const cursorSchema = z.tuple([timestamp, z.number().int()]).transform(([at, uid]) => ({ at, uid }));

/** Returns one page of the mails of a mailbox that were not taken, the newest first. */
export async function listLeftOut(
  tx: TenantTx,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ items: LeftOutMail[]; nextCursor: string | null }> {
  await findMailbox(tx, idSchema.parse(id));
  const after = readCursor(cursor, cursorSchema);
  const found = await selectLeftOut(tx, { mailboxId: id, after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writeCursor([last.at, last.uid]) : null };
}

/** Disconnects a mailbox. What was taken stays; who holds it can store nothing more. */
export async function removeMailbox(tx: TenantTx, { userId }: Actor, id: string): Promise<{ id: string }> {
  const { name } = await findMailbox(tx, id);
  await deleteMailbox(tx, id);
  await record(tx, userId, "settings.mailbox-disconnected", { id, label: name });
  await emit(tx, "mailboxes.changed", {});
  return { id };
}

/** Refuses a day that is too long ago, or in the future. */
function refuseDay(day: string): void {
  const dayMs = 86_400_000;
  const daysAgo = (Date.now() - Date.parse(day)) / dayMs;
  if (daysAgo > mailboxLimits.mailboxDaysBack + 1) throw failAt("takenFrom", "Choose a day within the last year");
  // It is tomorrow already somewhere.
  if (daysAgo < -1) throw failAt("takenFrom", "Choose a day that has begun");
}

/** Signs in and opens the folder, as the worker will. */
async function tryPlace({ outside }: Setting, place: MailboxPlace): Promise<void> {
  const ending = AbortSignal.timeout(mailboxLimits.mailboxTestSeconds * 1000);
  try {
    (await openImap(outside, place, ending)).close();
  } catch (error) {
    if (ending.aborted) throw failAt(fieldOfFault("unreachable"), "The server did not answer in time");
    if (!(error instanceof ImapFault)) throw error;
    throw failAt(fieldOfFault(error.kind), faultWords(error.kind, error.said));
  }
}

const failAt = (field: keyof MailboxPlace, words: string) => fail("input_invalid", { fields: { [field]: [words] } });

/** What the audit log says of a mailbox: everything but its password. */
const detailsOf = ({ host, port, user, folder, takenFrom }: MailboxPlace) => ({ host, port, user, folder, takenFrom });
