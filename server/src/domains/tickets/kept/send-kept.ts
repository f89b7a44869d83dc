import { replySchema } from "@deskhand/contract/messages";
import { id } from "@deskhand/contract/page";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure } from "../../../platform/fail.ts";
import type { Job, JobHandler, JobKind, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { lockTicket } from "../rows/tickets.queries.ts";
import { type Reply, sendReply } from "../thread/send-reply.ts";
import {
  deleteForgotten,
  handOnStatus,
  type KeptId,
  returnFrom,
  selectOverdue,
  selectWriter,
  takeDue,
} from "./kept.queries.ts";

const storedReply = replySchema.extend({ ticketId: id });

/** A reply as it was kept, perhaps by an earlier version, or undefined for what none has kept: an export may be made by hand. */
export const readReply = (stored: unknown): Reply | undefined => storedReply.safeParse(stored).data;

/** What is due of a ticket's kept replies. */
type SendKept = { ticketId: string };
export const sendKeptKind: JobKind<SendKept> = {
  name: "replies.send-kept",
  retryLimit: 8,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 5 * 60,
  sendsMail: true,
};

/** Sends replies whose time has come. */
export function sendKeptHandler(services: Services): JobHandler<SendKept> {
  return { kind: sendKeptKind, concurrency: 4, batch: 1, work: (job) => sendKept(services, job) };
}

/** Has a ticket looked at when a reply of it is due: one that was put off since, or taken back, is not sent then. */
export async function orderSending(
  tx: TenantTx,
  { jobs }: Pick<Services, "jobs">,
  { ticketId, secondsToDue }: { ticketId: string; secondsToDue: number },
): Promise<void> {
  await jobs.enqueue(tx, sendKeptKind, { ticketId }, { startAfterSeconds: secondsToDue });
}

/** Sends what is due of a ticket, one reply after the other in their order (docs/decisions/0110). */
async function sendKept(services: Services, { tenantId, ticketId, isLastTry }: Job<SendKept>): Promise<void> {
  while (await sendNext(services, tenantId, { ticketId, isLastTry })) {
    // There may be another one.
  }
}

/** Sends the next one, or gives it back to its author; false where none is due. Each is sent in the transaction that takes it out. */
async function sendNext(
  services: Services,
  tenantId: TenantId,
  { ticketId, isLastTry }: { ticketId: string; isLastTry: boolean },
): Promise<boolean> {
  const { db } = services;
  let next: KeptId | undefined;
  try {
    return await db.withTenant(tenantId, async (tx) => {
      if (!(await lockTicket(tx, ticketId))) return false;
      const due = await takeDue(tx, ticketId);
      next = due;
      if (!due) return false;
      const reply = readReply(due.reply);
      if (!reply) throw new Returned("unexpected");
      const writer = await selectWriter(tx, due.authorId);
      if (!writer) throw new Returned("deactivated");
      // Set with the last: a resolved ticket could not be answered any more.
      const isHandedOn = reply.thenStatus !== undefined && (await handOnStatus(tx, { ...due, reply }));
      await sendReply(tx, services, writer, isHandedOn ? { ...reply, thenStatus: undefined } : reply);
      await emit(tx, "kept-reply.changed", { keptReplyId: due.id, ticketId, authorId: due.authorId, state: "sent" });
      return true;
    });
  } catch (error) {
    const reason = reasonOf(error, isLastTry);
    if (!next || reason === null) throw error;
    const refused = next;
    await db.withTenant(tenantId, (tx) => giveBack(tx, refused, reason));
    return true;
  }
}

/** Why a reply is its author's again; null where it is tried once more. */
function reasonOf(error: unknown, isLastTry: boolean): string | null {
  if (error instanceof Returned) return error.message;
  // Nothing is wrong with the reply where the service is not there.
  if (error instanceof Failure && error.status < 500) return error.code;
  return isLastTry ? "unexpected" : null;
}

/** Ends the transaction of a reply that its author may not send any more. */
class Returned extends Error {}

async function giveBack(tx: TenantTx, refused: KeptId, reason: string): Promise<void> {
  for (const { id, ticketId, authorId } of await returnFrom(tx, refused, reason)) {
    await emit(tx, "kept-reply.changed", { keptReplyId: id, ticketId, authorId, state: "returned" });
  }
}

/** Looks for what no job has sent, as none is left that would, and forgets the keys of what was taken back. */
export const sendOverdue: Schedule = {
  name: "replies.send-overdue",
  cron: "*/5 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await deleteForgotten(tx);
      for (const ticketId of await selectOverdue(tx)) await services.jobs.enqueue(tx, sendKeptKind, { ticketId });
    }),
};
