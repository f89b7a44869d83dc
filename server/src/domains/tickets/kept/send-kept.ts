import { replySchema } from "@deskhand/contract/messages";
import { id } from "@deskhand/contract/page";
import { ticketStatuses } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure } from "../../../platform/fail.ts";
import type { Job, JobHandler, JobKind, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { lockTicket } from "../rows/tickets.queries.ts";
import { type Reply, sendReply, withMacroStatus } from "../thread/send-reply.ts";
import {
  deleteForgotten,
  type KeptId,
  passOnStatus,
  returnFrom,
  selectOverdue,
  selectWriter,
  takeDue,
} from "./kept.queries.ts";

// A status that is handed on may be one of a macro.
const storedReply = replySchema.extend({ ticketId: id, thenStatus: z.enum(ticketStatuses).optional() });

/** Parses a stored reply, perhaps of an earlier version; undefined if invalid, as an import may have been written by hand. */
export const readReply = (stored: unknown): Reply | undefined => storedReply.safeParse(stored).data;

type SendKept = { ticketId: string };
export const sendKeptKind: JobKind<SendKept> = {
  name: "replies.send-kept",
  retryLimit: 8,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 5 * 60,
  sendsMail: true,
};

export function sendKeptHandler(services: Services): JobHandler<SendKept> {
  return { kind: sendKeptKind, concurrency: 4, batch: 1, work: (job) => sendKept(services, job) };
}

/** Queues a job for when a reply is due. The job sends nothing if the reply was rescheduled or taken back. */
export async function enqueueSending(
  tx: TenantTx,
  { jobs }: Pick<Services, "jobs">,
  { ticketId, secondsToDue }: { ticketId: string; secondsToDue: number },
): Promise<void> {
  await jobs.enqueue(tx, sendKeptKind, { ticketId }, { startAfterSeconds: secondsToDue });
}

/** Sends a ticket's due replies one by one, in order (docs/decisions/0110). */
async function sendKept(services: Services, { tenantId, ticketId, isLastTry }: Job<SendKept>): Promise<void> {
  while (await sendNext(services, tenantId, { ticketId, isLastTry })) {
    // There may be another due reply.
  }
}

/** Sends the next due reply or returns it to its author; false if none is due. Deletion and sending share one transaction. */
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
      const kept = readReply(due.reply);
      if (!kept) throw new ReturnToAuthor("unexpected");
      const reply = withMacroStatus(kept);
      const writer = await selectWriter(tx, due.authorId);
      if (!writer) throw new ReturnToAuthor("deactivated");
      // The author's last waiting reply sets the status, as a resolved ticket takes no more replies.
      const isPassedOn = reply.thenStatus !== undefined && (await passOnStatus(tx, { ...due, reply }));
      await sendReply(tx, services, writer, isPassedOn ? { ...reply, thenStatus: undefined } : reply);
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

/** Returns why a reply goes back to its author; null if it is to be retried. */
function reasonOf(error: unknown, isLastTry: boolean): string | null {
  if (error instanceof ReturnToAuthor) return error.message;
  // A failure of the service (5xx) is no fault of the reply.
  if (error instanceof Failure && error.status < 500) return error.code;
  return isLastTry ? "unexpected" : null;
}

/** Aborts the transaction of a reply that has to go back to its author. */
class ReturnToAuthor extends Error {}

async function giveBack(tx: TenantTx, refused: KeptId, reason: string): Promise<void> {
  for (const { id, ticketId, authorId } of await returnFrom(tx, refused, reason)) {
    await emit(tx, "kept-reply.changed", { keptReplyId: id, ticketId, authorId, state: "returned" });
  }
}

/** Queues overdue replies whose job was lost, and deletes the keys of forgotten ones. */
export const sendOverdue: Schedule = {
  name: "replies.send-overdue",
  cron: "*/5 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await deleteForgotten(tx);
      for (const ticketId of await selectOverdue(tx)) await services.jobs.enqueue(tx, sendKeptKind, { ticketId });
    }),
};
