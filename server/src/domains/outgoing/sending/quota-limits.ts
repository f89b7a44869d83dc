import type { Quota, SendingLevel } from "@deskhand/contract/admin/sending";
import type { Settings } from "../../../platform/settings.ts";

/** What is known of a store when it is asked how much it may send. */
export type Standing = {
  /** Whole days since it was made. */
  age: number;
  /** How many people wrote to it whose mails did not fail the checks of their senders; 100 at most. */
  writers: number;
};

/** What a level asks for, and how many times the installation's smallest limit a store may then send a day. */
const levels: Record<SendingLevel, { days: number; writers: number } & Record<Quota | "acknowledgement", number>> = {
  new: { days: 0, writers: 0, first: 1, reply: 10, acknowledgement: 2 },
  established: { days: 7, writers: 20, first: 5, reply: 100, acknowledgement: 20 },
  trusted: { days: 30, writers: 100, first: 20, reply: 400, acknowledgement: 80 },
};
/** Of the mails to people who never wrote, as many may acknowledge what nobody is proven to have written: the rest is for people. */
const unprovenShare = 0.2;
/** Of a day's mails, when admins are told. */
const toldAt = 0.8;

/** How far a store is trusted (docs/product.md#how-much-a-store-may-send). */
export function levelOf({ age, writers }: Standing): SendingLevel {
  const reached = (["trusted", "established"] as const).find(
    (level) => age >= levels[level].days && writers >= levels[level].writers,
  );
  return reached ?? "new";
}

/** How many mails of a kind a store may send a day; null where the operator set no limit. */
export function limitOf(
  { sendingQuota }: Pick<Settings, "sendingQuota">,
  standing: Standing,
  quota: Quota | "acknowledgement",
): number | null {
  return sendingQuota === 0 ? null : sendingQuota * levels[levelOf(standing)][quota];
}

/** How many of a day's mails to people who never wrote, of `first` in all, may acknowledge what nobody is proven to have written. */
export function unprovenAcknowledgements(first: number): number {
  return Math.floor(first * unprovenShare);
}

/** Whether admins are told of the limit with this mail: the first time at 80 % of it, then when it is used up. */
export function isTold(sent: number, limit: number): boolean {
  return sent === Math.ceil(limit * toldAt) || sent === limit;
}

/** When the day's mails begin anew: at the next midnight, UTC. */
export function endOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

const whom: Record<Quota, string> = {
  first: "mails to people who have not written to it",
  reply: "replies",
};

/** Why no further mail of a kind is sent today, as a sentence. */
export function usedUpWords(quota: Quota, limit: number): string {
  const count = limit.toLocaleString("en-US");
  return `Your store may send ${count} ${whom[quota]} a day, and today's are used up. The next ones can go from 00:00 UTC`;
}

/** Why a mail that is written waits, as a sentence; until when is said beside it, in the reader's time. */
export function heldWords(quota: Quota, limit: number): string {
  const count = limit.toLocaleString("en-US");
  // Those who wrote from an address that nothing proves are counted with them, and only theirs are held as a rule.
  const held = quota === "first" ? `${whom.first}, or whose address nothing proves,` : whom.reply;
  return `Your store may send ${count} ${held} a day, and today's are used up. It is sent by itself when the next day begins`;
}
