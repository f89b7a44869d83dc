import type { IncidentAnswer, IncidentRecipient } from "@deskhand/contract/desk/incidents";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure, fail, failKeyUsed } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Job, JobHandler, JobKind, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { createTicketByHand, putOnIncident, selectWriter, sendReply, type Writer } from "../../tickets/index.ts";
import { selectIncident, updateIncidentState } from "../incidents.queries.ts";
import {
  endAnswer,
  holdAnswerBack,
  holdRest,
  insertAnswer,
  insertAnswerRecipients,
  lockSending,
  markAnswerSent,
  type NewRecipient,
  type Sending,
  selectAnswer,
  selectAnswerRecipients,
  selectAnswerWriter,
  selectForgottenAnswers,
  selectWrittenSince,
  type Taken,
  takeRecipient,
} from "./answers.queries.ts";
import { type AnswerText, asLookedAt, HeldBack, writeForOrder, writeForTicket } from "./write-for.ts";

type Looked = { digest: string; lastSeenMessageId: string | null };
type Asked = AnswerText & {
  incidentId: string | null;
  recipients: readonly (Looked & ({ ticketId: string } | { orderId: string }))[];
  idempotencyKey: string;
};

/** Begins to send an answer to everybody it was looked at for; a second request with its key begins nothing more. */
export async function beginAnswer(
  tx: TenantTx,
  { jobs }: Pick<Services, "jobs">,
  { userId }: Actor,
  { content, subject, incidentId, recipients, idempotencyKey: id }: Asked,
): Promise<IncidentAnswer> {
  const incident = incidentId === null ? null : await selectIncident(tx, incidentId);
  if (incident === undefined) throw fail("incident_not_found");
  const isBegun = await insertAnswer(tx, { id, incidentId, content, subject, writtenBy: userId });
  if (!isBegun) {
    if ((await selectAnswerWriter(tx, id))?.id !== userId) throw failKeyUsed();
    return findAnswer(tx, id);
  }
  await insertAnswerRecipients(tx, id, recipients.map(newRecipient));
  await jobs.enqueue(tx, sendAnswerKind, { answerId: id });
  const label = incident === null ? "Parcels without news" : incident.sign;
  await record(tx, userId, "ticket.incident-answered", { id, label }, { recipients: recipients.length });
  await emit(tx, "incident.changed", { incidentId });
  return findAnswer(tx, id);
}

function newRecipient({ digest, lastSeenMessageId, ...to }: Asked["recipients"][number]): NewRecipient {
  const ticketId = "ticketId" in to ? to.ticketId : null;
  const orderId = "orderId" in to ? to.orderId : null;
  return { id: newId(), ticketId, orderId, digest, lastSeenMessageId };
}

/** Finds an answer with how far it is; fails if there is none. */
async function findAnswer(tx: TenantTx, id: string): Promise<IncidentAnswer> {
  const answer = await selectAnswer(tx, id);
  if (!answer) throw fail("incident_answer_not_found");
  return answer;
}

/** An answer with those it goes to. */
export async function readProgress(
  tx: TenantTx,
  id: string,
): Promise<IncidentAnswer & { recipients: IncidentRecipient[] }> {
  return { ...(await findAnswer(tx, id)), recipients: await selectAnswerRecipients(tx, id) };
}

/** Stops an answer: who has not got it yet gets none. */
export async function stopAnswer(tx: TenantTx, { userId, name }: Actor, id: string): Promise<IncidentAnswer> {
  const { incidentId } = await findAnswer(tx, id);
  if (await endAnswer(tx, id, "stopped")) {
    await holdRest(tx, id, `${name} stopped the answer before its turn`);
    await record(tx, userId, "ticket.incident-answer-stopped", id);
    await emit(tx, "incident.changed", { incidentId });
  }
  return findAnswer(tx, id);
}

type SendAnswer = { answerId: string };
export const sendAnswerKind: JobKind<SendAnswer> = {
  name: "incidents.send-answer",
  retryLimit: 8,
  retryDelay: 1,
  retryDelayMax: 60,
  expireInSeconds: 5 * 60,
  sendsMail: true,
};

export function sendAnswerHandler(services: Services): JobHandler<SendAnswer> {
  return { kind: sendAnswerKind, concurrency: 2, batch: 1, work: (job) => sendPortion(services, job) };
}

/** So many get an answer in one job, so that another store's answers have their turn between. */
const portion = 20;

async function sendPortion(services: Services, { tenantId, answerId, isLastTry }: Job<SendAnswer>): Promise<void> {
  let isMore = true;
  for (let sent = 0; isMore && sent < portion; sent += 1) {
    isMore = await sendNext(services, tenantId, { answerId, isLastTry });
  }
  await services.db.withTenant(tenantId, (tx) => endPortion(tx, services, answerId, isMore));
}

async function endPortion(
  tx: TenantTx,
  { jobs }: Pick<Services, "jobs">,
  answerId: string,
  isMore: boolean,
): Promise<void> {
  if (isMore) await jobs.enqueue(tx, sendAnswerKind, { answerId });
  const answer = await selectAnswer(tx, answerId);
  if (!answer) return;
  const { incidentId, planned, sent } = answer;
  if (planned === 0 && (await endAnswer(tx, answerId, "done")) && incidentId !== null && sent > 0) {
    const incident = await selectIncident(tx, incidentId);
    if (incident?.state === "open" || incident?.state === "watched") {
      await updateIncidentState(tx, incidentId, "answered");
    }
  }
  await emit(tx, "incident.changed", { incidentId });
}

/**
 * Sends an answer to the next one it goes to, or holds it back with the reason; false when all had their turn. The message and the note
 * that it was sent are stored together, so that nobody gets it twice, whatever is killed.
 */
async function sendNext(
  services: Services,
  tenantId: TenantId,
  { answerId, isLastTry }: { answerId: string; isLastTry: boolean },
): Promise<boolean> {
  const { db } = services;
  let taken: Taken | undefined;
  try {
    return await db.withTenant(tenantId, async (tx) => {
      const answer = await lockSending(tx, answerId);
      taken = answer && (await takeRecipient(tx, answerId));
      if (!answer || !taken) return false;
      const writer = answer.writtenBy === null ? undefined : await selectWriter(tx, answer.writtenBy);
      if (!writer) throw new HeldBack("Its writer has left");
      await markAnswerSent(tx, taken.id, await sendTo(tx, services, { answer, taken, writer }));
      return true;
    });
  } catch (error) {
    const reason = reasonOf(error, isLastTry);
    if (!taken || reason === null) throw error;
    const { id } = taken;
    await db.withTenant(tenantId, (tx) => holdAnswerBack(tx, id, reason));
    return true;
  }
}

type Turn = { answer: Sending; taken: Taken; writer: Writer };

/** Sends an answer by the ordinary reply path, or as the first message of a new ticket; returns the ticket. */
async function sendTo(tx: TenantTx, services: Services, turn: Turn): Promise<string> {
  return turn.taken.ticketId === null
    ? beginTicket(tx, services, turn)
    : reply(tx, services, turn, turn.taken.ticketId);
}

async function reply(
  tx: TenantTx,
  services: Services,
  { answer, taken, writer }: Turn,
  ticketId: string,
): Promise<string> {
  const { id: idempotencyKey, digest, lastSeenMessageId } = taken;
  const { text } = asLookedAt(await writeForTicket(tx, services, writer, { ...answer, ticketId }), digest);
  const nothing = { resourceIds: [], attachmentIds: [], sendAnyway: false };
  await sendReply(tx, services, writer, { ...nothing, ticketId, content: text, idempotencyKey, lastSeenMessageId });
  return ticketId;
}

async function beginTicket(tx: TenantTx, services: Services, { answer, taken, writer }: Turn): Promise<string> {
  const { id: idempotencyKey, digest, orderId } = taken;
  if (orderId === null) throw new HeldBack("The order is gone");
  const { incidentId, createdAt: since } = answer;
  const written = await selectWrittenSince(tx, { orderId, incidentId, since });
  if (written) throw new HeldBack(`They have written meanwhile: ${ticketLabel(written.ticketNumber)}`);
  const { subject, text, to, name } = asLookedAt(await writeForOrder(tx, writer, { ...answer, orderId }), digest);
  const email = to[0] ?? "";
  const ticket = await createTicketByHand(tx, services, writer, {
    subject,
    message: text,
    priority: "medium",
    category: "General",
    tags: [],
    dueDate: null,
    assignedTo: null,
    teamId: null,
    customer: { email, name: name === email ? undefined : (name ?? undefined) },
    mailCustomer: true,
    cc: [],
    bcc: [],
    idempotencyKey,
  });
  if (incidentId !== null) await putOnIncident(tx, incidentId, [{ ticketId: ticket.id, orderId }], writer.userId);
  return ticket.id;
}

/** Returns why an answer is held back, in words; null if it is to be tried again. */
function reasonOf(error: unknown, isLastTry: boolean): string | null {
  if (error instanceof HeldBack) return error.message;
  if (error instanceof Failure && error.code === "conversation_moved_on") {
    return "Somebody wrote on the ticket after the answer was looked at";
  }
  // A failure of the service (5xx) is no fault of the answer.
  if (error instanceof Failure && error.status < 500) return error.message;
  return isLastTry ? "An unexpected error occurred" : null;
}

/** Goes on with answers whose job was lost. */
export const sendForgotten: Schedule = {
  name: "incidents.send-forgotten",
  cron: "*/2 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      for (const answerId of await selectForgottenAnswers(tx))
        await services.jobs.enqueue(tx, sendAnswerKind, { answerId });
    }),
};
