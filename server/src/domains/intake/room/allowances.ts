import { limits } from "@deskhand/contract/limits";
import type { Settings } from "../../../platform/settings.ts";

/** How much may come from or for somebody: bytes and mails of a day, and mails within `mailMinutes`. */
export type Allowance = { bytes: number; mails: number; lately: number };

/** What a mail of so many bytes takes in the database: itself, its texts and files once more, and the rows of its ticket. */
export function storedBytes(size: number): number {
  return 2 * size + limits.mailStoredBytes;
}

const unlimited = Number.MAX_SAFE_INTEGER;
const none: Allowance = { bytes: unlimited, mails: unlimited, lately: unlimited };

/**
 * What may come from a host, from a network, for a store, for a store from those that it does not know, and for one from a network
 * that it knows (docs/product.md#how-much-mail-may-come). Where the operator sets no limit of bytes there is none of mails.
 */
export function allowances({ intake }: Pick<Settings, "intake">) {
  const { hostBytesPerDay, storeBytesPerDay } = intake;
  const [isOfHosts, isOfStores] = [hostBytesPerDay > 0, storeBytesPerDay > 0];
  return {
    host: isOfHosts ? { bytes: hostBytesPerDay, mails: limits.hostMailsPerDay, lately: limits.hostMailsLately } : none,
    network: isOfHosts ? { ...none, mails: limits.networkMailsPerDay, lately: limits.networkMailsLately } : none,
    store: isOfStores ? { ...none, bytes: storeBytesPerDay, mails: limits.storeMailsPerDay } : none,
    strangers: isOfStores ? { ...none, mails: limits.strangerMailsPerDay, lately: limits.strangerMailsLately } : none,
    known: isOfStores ? { ...none, mails: limits.knownMailsPerDay, lately: limits.knownMailsLately } : none,
  } satisfies Record<string, Allowance>;
}

/** Whether so much more would be more than is allowed. */
export function isBeyond(most: Allowance, spent: Allowance, more: Allowance): boolean {
  return (
    spent.bytes + more.bytes > most.bytes ||
    spent.mails + more.mails > most.mails ||
    spent.lately + more.lately > most.lately
  );
}
