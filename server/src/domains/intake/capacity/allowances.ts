import { limits } from "@deskhand/contract/limits";
import type { Settings } from "../../../platform/settings.ts";

/** How many bytes and mails may come in a day, and how many mails within `mailMinutes`. */
export type Allowance = { bytes: number; mails: number; lately: number };

/** Estimates the bytes that a mail takes in the database: its raw bytes, its text and files, and the rows of its ticket. */
export function storedBytes(size: number): number {
  return 2 * size + limits.mailStoredBytes;
}

const unlimited = Number.MAX_SAFE_INTEGER;
const noLimit: Allowance = { bytes: unlimited, mails: unlimited, lately: unlimited };

/**
 * Returns what may come from a host, from a network, for a store, from networks unknown to a store, and from one known to it
 * (docs/product.md#how-much-mail-may-come). If the operator sets no limit of bytes, there is none of mails either.
 */
export function allowances({ intake }: Pick<Settings, "intake">) {
  const { hostBytesPerDay, storeBytesPerDay } = intake;
  const [isOfHosts, isOfStores] = [hostBytesPerDay > 0, storeBytesPerDay > 0];
  return {
    host: isOfHosts
      ? { bytes: hostBytesPerDay, mails: limits.hostMailsPerDay, lately: limits.hostMailsLately }
      : noLimit,
    network: isOfHosts ? { ...noLimit, mails: limits.networkMailsPerDay, lately: limits.networkMailsLately } : noLimit,
    store: isOfStores ? { ...noLimit, bytes: storeBytesPerDay, mails: limits.storeMailsPerDay } : noLimit,
    strangers: isOfStores
      ? { ...noLimit, mails: limits.strangerMailsPerDay, lately: limits.strangerMailsLately }
      : noLimit,
    known: isOfStores ? { ...noLimit, mails: limits.knownMailsPerDay, lately: limits.knownMailsLately } : noLimit,
  } satisfies Record<string, Allowance>;
}

/** Whether adding `more` would exceed the allowance. */
export function exceedsAllowance(most: Allowance, spent: Allowance, more: Allowance): boolean {
  return (
    spent.bytes + more.bytes > most.bytes ||
    spent.mails + more.mails > most.mails ||
    spent.lately + more.lately > most.lately
  );
}
