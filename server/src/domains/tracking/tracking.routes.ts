import { api } from "../../platform/http/api.ts";
import { findOrdersOfTicket } from "./find-orders-of-ticket.ts";
import { lookUpOrder, saveOrderNumber as save } from "./look-up-order.ts";
import { readTicketTracking } from "./read-ticket-tracking.ts";
import { addTrackingNote, listTrackingNotes } from "./tracking-notes.ts";

const { ofTicket, saveOrderNumber, look, listNotes, addNote } = api.tracking;

export const trackingRoutes = {
  ofTicket: ofTicket.handler(async ({ context, input: { ticketId } }) => {
    const found = await findOrdersOfTicket(context.read, ticketId);
    return context.withTenant((tx) => readTicketTracking(tx, ticketId, found));
  }),
  saveOrderNumber: saveOrderNumber.handler(({ context, input }) =>
    context.withTenant((tx) => save(tx, context.actor, input)),
  ),
  look: look.handler(({ context, input }) => lookUpOrder(context, input)),
  listNotes: listNotes.handler(({ context, input }) => context.withTenant((tx) => listTrackingNotes(tx, input))),
  addNote: addNote.handler(({ context, input }) =>
    context.withTenant((tx) => addTrackingNote(tx, context.actor, input)),
  ),
};
