import type { BlockedSender } from "@deskhand/contract/admin/blocked-senders";
import { id, timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { readCursor, writeCursor } from "../../../platform/http/list-cursor.ts";
import { record } from "../../audit/index.ts";
import { domainOf } from "../authenticate/domains.ts";
import {
  type BlockedRow,
  blocksMatching,
  deleteBlocksOf,
  forgetRemoved,
  insertBlock,
  isListFull,
  lockBlock,
  selectBlock,
  selectBlocked,
  selectOwnAddresses,
  setRemoved,
} from "./blocked.queries.ts";
import { invalidSender, isDomain, isPublicDomain, matchingNames, readSender } from "./sender-names.ts";

const cursorSchema = z.tuple([timestamp, id]).transform(([at, id]) => ({ at, id }));

/** Returns one page of blocked senders, the newest first. */
export async function listBlocked(
  tx: TenantTx,
  { cursor, limit, search = "" }: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<{ items: BlockedSender[]; nextCursor: string | null }> {
  const found = await selectBlocked(tx, { search, after: readCursor(cursor, cursorSchema), limit: limit + 1 });
  const items = found.slice(0, limit).map(asShown);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writeCursor([last.blockedAt, last.id]) : null };
}

/**
 * Blocks an address or a domain (docs/product.md#blocked-senders); an existing block stays as it is. Refuses the store's own
 * addresses, its colleagues', and domains where anybody can have an address.
 */
export async function blockSender(
  tx: TenantTx,
  { userId }: Actor,
  mailDomain: string,
  { sender: typed, reason }: { sender: string; reason: string },
): Promise<BlockedSender> {
  const sender = readSender(typed);
  if (sender === null) throw fail("input_invalid", { fields: { sender: [invalidSender] } });
  await lockList(tx);
  const existing = await selectBlock(tx, sender);
  if (existing) return asShown(existing);
  refusePublicDomain(sender);
  await refuseOwn(tx, mailDomain, sender);
  if (await isListFull(tx)) throw fail("too_many_blocked_senders");
  await forgetRemoved(tx);
  const row = await insertBlock(tx, { id: newId(), sender, reason, userId });
  await record(tx, userId, "mail.sender-blocked", { id: row.id, label: sender }, reason === "" ? {} : { reason });
  return asShown(row);
}

/** Whether an address, its domain or another address of its customer is blocked. */
export async function isBlockedSender(tx: TenantTx, address: string): Promise<boolean> {
  return (await blocksMatching(tx, matchingNames(address)).select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Takes a sender off the list; repeating it changes nothing. */
export async function unblockSender(tx: TenantTx, { userId }: Actor, id: string): Promise<BlockedSender> {
  await lockList(tx);
  const block = await lockBlock(tx, id);
  if (!block) throw fail("blocked_sender_not_found");
  if (!block.isRemoved) {
    await setRemoved(tx, id, true);
    await record(tx, userId, "mail.sender-unblocked", { id, label: block.sender }, { mails: block.mails });
  }
  return asShown(block);
}

/** Puts a removed sender back on the list, unless they have been blocked again since. */
export async function restoreBlock(tx: TenantTx, { userId }: Actor, id: string): Promise<BlockedSender> {
  await lockList(tx);
  const block = await lockBlock(tx, id);
  if (!block) throw fail("blocked_sender_not_found");
  if (!block.isRemoved) return asShown(block);
  const active = await selectBlock(tx, block.sender);
  if (active) return asShown(active);
  if (await isListFull(tx)) throw fail("too_many_blocked_senders");
  await setRemoved(tx, id, false);
  await record(tx, userId, "mail.sender-blocked", { id, label: block.sender }, { again: true });
  return asShown(block);
}

/** Deletes blocks, past and present, of an erased customer's addresses. */
export async function forgetBlocksOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  await deleteBlocksOf(tx, customerId);
}

/** Serializes changes to the list, so that no sender is on it twice and its limit holds. */
function lockList(tx: TenantTx): Promise<void> {
  return lockName(tx, "blocked senders");
}

// Blocking a public domain would hold back mail of strangers.
function refusePublicDomain(sender: string): void {
  if (!isPublicDomain(sender)) return;
  const message = `Everybody can have an address at ${sender}. Block the address alone`;
  throw new Failure("sender_of_everybody", undefined, message);
}

async function refuseOwn(tx: TenantTx, mailDomain: string, sender: string): Promise<void> {
  const { store, staff } = await selectOwnAddresses(tx);
  const holdsBack = (address: string) => matchingNames(address).includes(sender);
  const isBelowOurs = matchingNames(`help@${domainOf(sender)}`).includes(mailDomain.toLowerCase());
  if (isBelowOurs || [`help@${mailDomain}`, ...store].some(holdsBack)) throw fail("sender_is_ours");
  const colleague = staff.find(holdsBack);
  if (colleague !== undefined) {
    throw new Failure("sender_is_colleague", undefined, `${colleague} is the address of a colleague of yours`);
  }
}

function asShown({ id, sender, reason, blockedBy, blockedAt, mails, lastMailAt }: BlockedRow): BlockedSender {
  return { id, sender, isDomain: isDomain(sender), reason, blockedBy, blockedAt, mails, lastMailAt };
}
