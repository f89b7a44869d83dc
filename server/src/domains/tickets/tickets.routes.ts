import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import { api, requireAccess, sharedApi } from "../../platform/http/api.ts";
import type { Actor, ActorContext, CallerContext } from "../../platform/http/context.ts";
import { listSiblings, loadTicketDetail, readTicketDetail } from "./detail/load-ticket-detail.ts";
import { discardUpload, listUploads } from "./files/uploads.ts";
import {
  cancelKept,
  forgetKept,
  keepReply,
  listKept,
  listKeptOf,
  markKeptSeen,
  moveKept,
  sendKeptNow,
  undoKept,
} from "./kept/keep-reply.ts";
import { listTickets } from "./list/list-tickets.ts";
import { changeMany } from "./many/change-many.ts";
import { selectReleases } from "./many/releases.queries.ts";
import { changeCustomer } from "./merging/change-customer.ts";
import { mergeTickets, unmergeTicket } from "./merging/merge-tickets.ts";
import { moveMessage } from "./merging/move-message.ts";
import { selectDeskPreferences, upsertDeskPreferences } from "./preferences/preferences.queries.ts";
import { markSeen } from "./rows/newer-messages.queries.ts";
import { ticketExists } from "./rows/tickets.queries.ts";
import { snoozeTicket, unsnoozeTicket } from "./snoozing/snooze-ticket.ts";
import { createTicketByHand } from "./thread/create-ticket-by-hand.ts";
import { forwardMessages, previewForward } from "./thread/forward-messages.ts";
import { getOriginal, listActivity, listAttachments, listMessages, listNotes } from "./thread/list-messages.ts";
import { factsFor } from "./thread/refuse-unseen.ts";
import { checkRecipients, previewReply, retryDelivery, sendReply } from "./thread/send-reply.ts";
import { addNote } from "./work/add-note.ts";
import { changeStatus, reopenTicket } from "./work/change-status.ts";
import { deleteTicket } from "./work/delete-ticket.ts";
import { updateTicket } from "./work/update-ticket.ts";

// What a request does besides needs its own permission: a person has them all, an API key perhaps not.
export const ticketsRoutes = {
  releases: api.tickets.releases.handler(async ({ context }) => ({ items: await context.withTenant(selectReleases) })),
  list: sharedApi.tickets.list.handler(({ context, input }) => listTickets(context.read, context.actor, input)),
  listIds: api.tickets.listIds.handler(async ({ context: { read, actor }, input }) => {
    const { items, nextCursor } = await listTickets(read, actor, {
      ...input,
      limit: limits.ticketsChosen,
      isCounted: false,
    });
    return { ids: items.map(({ id }) => id), isCut: nextCursor !== null };
  }),
  get: sharedApi.tickets.get.handler(({ context, input }) => readTicketDetail(context.read, context.actor, input.id)),
  activity: sharedApi.tickets.activity.handler(({ context, input }) =>
    context.withTenant((tx) => listActivity(tx, input)),
  ),
  ofCustomer: api.tickets.ofCustomer.handler(({ context, input }) =>
    context.withTenant((tx) => listSiblings(tx, context.actor, input.id)),
  ),
  create: sharedApi.tickets.create.handler(async ({ context, input }) => {
    if (input.mailCustomer) requireAccess(context.actor, "messages:reply");
    return context.withTenant((tx) => createTicketByHand(tx, context.services, context.actor, input));
  }),
  update: sharedApi.tickets.update.handler(({ context, input }) =>
    changedOnce(context, input.id, (tx) => updateTicket(tx, context.actor, input)),
  ),
  delete: api.tickets.delete.handler(({ context, input }) =>
    context.withTenant((tx) => deleteTicket(tx, context.actor, input.id)),
  ),
  changeMany: api.tickets.changeMany.handler(({ context, input }) =>
    context.withTenant((tx) => changeMany(tx, context.actor, input)),
  ),
  markRead: api.tickets.markRead.handler(({ context, input }) =>
    context.withTenant((tx) => markRead(tx, context.actor, input.id)),
  ),
  changeStatus: sharedApi.tickets.changeStatus.handler(async ({ context, input }) => {
    if (input.note) requireAccess(context.actor, "messages:add-note");
    return changedOnce(context, input.id, (tx) => changeStatus(tx, context.actor, input));
  }),
  reopen: sharedApi.tickets.reopen.handler(({ context, input }) =>
    changedOnce(context, input.id, (tx) => reopenTicket(tx, context.actor, input.id)),
  ),
  snooze: api.tickets.snooze.handler(({ context, input }) =>
    changed(context, input.id, (tx) => snoozeTicket(tx, context.actor, input)),
  ),
  unsnooze: api.tickets.unsnooze.handler(({ context, input }) =>
    changed(context, input.id, (tx) => unsnoozeTicket(tx, context.actor, input.id)),
  ),
  merge: api.tickets.merge.handler(({ context, input }) =>
    context.withTenant((tx) => mergeTickets(tx, context.actor, input)),
  ),
  unmerge: api.tickets.unmerge.handler(({ context, input }) =>
    context.withTenant((tx) => unmergeTicket(tx, context.actor, input.id)),
  ),
  changeCustomer: api.tickets.changeCustomer.handler(({ context, input }) =>
    context.withTenant((tx) => changeCustomer(tx, context.actor, input)),
  ),
  moveMessage: api.tickets.moveMessage.handler(({ context, input }) =>
    context.withTenant((tx) => moveMessage(tx, context.actor, input)),
  ),
};

/** Changes a ticket and returns its new detail. */
function changed({ actor, withTenant }: ActorContext, id: string, change: (tx: TenantTx) => Promise<void>) {
  return withTenant(async (tx) => {
    await change(tx);
    return loadTicketDetail(tx, actor, id);
  });
}

/** The same for a program too, whose repeated request only returns the detail. */
function changedOnce({ actor, once, withTenant }: CallerContext, id: string, change: (tx: TenantTx) => Promise<void>) {
  return withTenant(async (tx) => {
    await once(tx, () => change(tx));
    return loadTicketDetail(tx, actor, id);
  });
}

/** Marks a ticket's messages as read by the person who asks (docs/product.md#new-replies); emits an event only for the first time. */
async function markRead(tx: TenantTx, { userId }: Actor, id: string): Promise<{ id: string }> {
  if (!(await ticketExists(tx, id))) throw fail("ticket_not_found");
  if (await markSeen(tx, id, userId)) await emit(tx, "ticket.read", { ticketId: id, userId });
  return { id };
}

export const deskRoutes = {
  preferences: api.desk.preferences.handler(({ context: { actor, withTenant } }) =>
    withTenant((tx) => selectDeskPreferences(tx, actor.userId)),
  ),
  savePreferences: api.desk.savePreferences.handler(({ context: { actor, withTenant }, input }) =>
    withTenant(async (tx) => {
      await upsertDeskPreferences(tx, actor.userId, input);
      await emit(tx, "preferences.changed", { userId: actor.userId });
      return selectDeskPreferences(tx, actor.userId);
    }),
  ),
};

export const messagesRoutes = {
  list: sharedApi.messages.list.handler(({ context, input }) => context.withTenant((tx) => listMessages(tx, input))),
  listNotes: sharedApi.messages.listNotes.handler(({ context, input }) =>
    context.withTenant((tx) => listNotes(tx, input)),
  ),
  listAttachments: sharedApi.messages.listAttachments.handler(({ context, input }) =>
    context.withTenant((tx) => listAttachments(tx, input)),
  ),
  getOriginal: sharedApi.messages.getOriginal.handler(({ context, input }) =>
    context.withTenant((tx) => getOriginal(tx, input)),
  ),
  reply: sharedApi.messages.reply.handler(async ({ context, input }) => {
    if (input.thenStatus || input.macro) requireAccess(context.actor, "tickets:change-status");
    if (input.macro) requireAccess(context.actor, "tickets:update");
    const facts = await factsFor(context, input);
    return context.withTenant((tx) => sendReply(tx, context.services, context.actor, input, facts), { plan: "once" });
  }),
  listUploads: api.messages.listUploads.handler(({ context, input }) =>
    context.withTenant((tx) => listUploads(tx, context.actor, input.ticketId)),
  ),
  discardUpload: api.messages.discardUpload.handler(({ context, input: { ticketId, id } }) =>
    context.withTenant((tx) => discardUpload(tx, { userId: context.actor.userId, ticketId }, id)),
  ),
  addNote: sharedApi.messages.addNote.handler(({ context, input }) =>
    context.withTenant((tx) => addNote(tx, context.actor, input)),
  ),
  preview: api.messages.preview.handler(({ context, input }) =>
    context.withTenant((tx) => previewReply(tx, context.services, context.actor, input)),
  ),
  previewForward: api.messages.previewForward.handler(({ context, input }) =>
    context.withTenant((tx) => previewForward(tx, context.services, context.actor, input)),
  ),
  checkRecipients: api.messages.checkRecipients.handler(({ context, input }) =>
    context.withTenant((tx) => checkRecipients(tx, input)),
  ),
  forward: api.messages.forward.handler(({ context, input }) =>
    context.withTenant((tx) => forwardMessages(tx, context.services, context.actor, input)),
  ),
  retryDelivery: api.messages.retryDelivery.handler(({ context, input }) =>
    context.withTenant((tx) => retryDelivery(tx, context.services, input)),
  ),
};

export const keptRepliesRoutes = {
  keep: api.keptReplies.keep.handler(async ({ context, input }) => {
    const facts = await factsFor(context, input);
    return context.withTenant((tx) => keepReply(tx, context.services, context.actor, input, facts), { plan: "once" });
  }),
  list: api.keptReplies.list.handler(({ context }) => context.withTenant((tx) => listKept(tx, context.actor))),
  ofTicket: api.keptReplies.ofTicket.handler(({ context, input }) =>
    context.withTenant((tx) => listKeptOf(tx, context.actor, input.ticketId)),
  ),
  sendNow: api.keptReplies.sendNow.handler(({ context, input }) =>
    context.withTenant((tx) => sendKeptNow(tx, context.services, context.actor, input.id)),
  ),
  undo: api.keptReplies.undo.handler(({ context, input }) =>
    context.withTenant((tx) => undoKept(tx, context.actor, input.id)),
  ),
  move: api.keptReplies.move.handler(({ context, input }) =>
    context.withTenant((tx) => moveKept(tx, context.services, context.actor, input)),
  ),
  markSeen: api.keptReplies.markSeen.handler(({ context, input }) =>
    context.withTenant((tx) => markKeptSeen(tx, context.actor, input.id)),
  ),
  forget: api.keptReplies.forget.handler(({ context, input }) =>
    context.withTenant((tx) => forgetKept(tx, context.actor, input.id)),
  ),
  cancel: api.keptReplies.cancel.handler(({ context, input }) =>
    context.withTenant((tx) => cancelKept(tx, context.actor, input.id)),
  ),
};
