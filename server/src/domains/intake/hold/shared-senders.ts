import type { SharedSender } from "@deskhand/contract/admin/shared-senders";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { invalidSender, isDomain, isPublicDomain, readSender } from "../block/sender-names.ts";
import {
  deleteShared,
  deleteSharedOf,
  insertShared,
  isSharedFull,
  lockShared,
  type SharedRow,
  selectShared,
  updateShared,
} from "./held.queries.ts";

/** Returns the senders who bring many people's mail, the newest first (docs/product.md#loops-and-bursts). */
export async function listShared(tx: TenantTx): Promise<{ items: SharedSender[] }> {
  return { items: (await selectShared(tx)).map(asShown) };
}

/** Adds a shared sender with their limit, or changes the limit. The same limit again changes nothing. */
export async function setShared(
  tx: TenantTx,
  { userId }: Actor,
  { sender: typed, mails }: { sender: string; mails: number },
): Promise<SharedSender> {
  const sender = readSender(typed);
  if (sender === null) throw fail("input_invalid", { fields: { sender: [invalidSender] } });
  if (isPublicDomain(sender)) {
    throw new Failure(
      "domain_of_everybody",
      undefined,
      `Everybody can have an address at ${sender}. Name the address alone`,
    );
  }
  // Serializes changes to the list, so that no sender is on it twice and its limit holds.
  await lockName(tx, "shared senders");
  const before = await lockShared(tx, sender);
  if (before?.mails === mails) return asShown(before);
  if (!before && (await isSharedFull(tx))) throw fail("too_many_shared_senders");
  const row = before ? await updateShared(tx, before.id, mails) : await insertShared(tx, { sender, mails, userId });
  const change = before ? { from: before.mails, to: mails } : { mails };
  await record(tx, userId, "mail.sender-shared", { id: row.id, label: sender }, change);
  return asShown(row);
}

/** Takes a sender off the list. */
export async function removeShared(tx: TenantTx, { userId }: Actor, id: string): Promise<SharedSender> {
  const row = await deleteShared(tx, id);
  if (!row) throw fail("shared_sender_not_found");
  await record(tx, userId, "mail.sender-not-shared", { id, label: row.sender }, { mails: row.mails });
  return asShown(row);
}

/** Takes an erased customer's addresses off the list. */
export async function forgetSharedOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  await deleteSharedOf(tx, customerId);
}

function asShown(row: SharedRow): SharedSender {
  return { ...row, isDomain: isDomain(row.sender) };
}
