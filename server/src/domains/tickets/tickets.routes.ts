import { api } from "../../platform/http/api.ts";
import { changeStatus } from "./change-status.ts";
import { listTickets } from "./list-tickets.ts";
import { readTicketDetail } from "./load-ticket-detail.ts";
import { reopenTicket } from "./reopen-ticket.ts";

export const ticketsRoutes = {
  list: api.tickets.list.handler(({ context, input }) => listTickets(context.read, input)),
  get: api.tickets.get.handler(({ context, input }) => readTicketDetail(context.read, input.id)),
  changeStatus: api.tickets.changeStatus.handler(({ context, input }) =>
    context.withTenant((tx) => changeStatus(tx, context.actor, input)),
  ),
  reopen: api.tickets.reopen.handler(({ context, input }) =>
    context.withTenant((tx) => reopenTicket(tx, context.actor, input.id)),
  ),
};
