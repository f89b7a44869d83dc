import { type Domain, jobsOf } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { forEachTenant } from "../tenants/index.ts";
import { followMerge, isOfIncident } from "../tickets/index.ts";
import { previewAnswer } from "./answer/preview-answer.ts";
import {
  beginAnswer,
  readProgress,
  sendAnswerHandler,
  sendAnswerKind,
  sendForgotten,
  stopAnswer,
} from "./answer/send-answer.ts";
import { addTickets, makeIncident, removeTicket, setIncidentState } from "./change-incident.ts";
import { isTicketOfIncident } from "./incidents.queries.ts";
import { listIncidents, listIncidentsOf, readIncident } from "./list-incidents.ts";
import { listConcerned, listStalled } from "./parcels/list-concerned.ts";
import { learnCarrierTimes } from "./parcels/parcels.queries.ts";
import { learnUsual, lookAtTickets } from "./watch/look-at-tickets.ts";

const { list, get, ofTicket, make, setState, concerned, stalled, preview, answer, progress, stop, ...tickets } =
  api.incidents;

const incidentsRoutes = {
  list: list.handler(({ context: { withTenant }, input }) => withTenant((tx) => listIncidents(tx, input))),
  get: get.handler(({ context: { withTenant }, input }) => withTenant((tx) => readIncident(tx, input.id))),
  ofTicket: ofTicket.handler(async ({ context: { withTenant }, input }) => ({
    items: await withTenant((tx) => listIncidentsOf(tx, input.ticketId)),
  })),
  make: make.handler(({ context: { withTenant, actor }, input }) => withTenant((tx) => makeIncident(tx, actor, input))),
  setState: setState.handler(({ context: { withTenant }, input }) =>
    withTenant((tx) => setIncidentState(tx, input.id, input.state)),
  ),
  addTickets: tickets.addTickets.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => addTickets(tx, actor, input)),
  ),
  removeTicket: tickets.removeTicket.handler(({ context: { withTenant }, input }) =>
    withTenant((tx) => removeTicket(tx, input)),
  ),
  concerned: concerned.handler(({ context: { withTenant }, input }) => withTenant((tx) => listConcerned(tx, input.id))),
  stalled: stalled.handler(({ context: { withTenant } }) => withTenant((tx) => listStalled(tx, new Date()))),
  preview: preview.handler(async ({ context: { withTenant, services, actor }, input }) => ({
    items: await withTenant((tx) => previewAnswer(tx, services, actor, input)),
  })),
  answer: answer.handler(({ context: { withTenant, services, actor }, input }) =>
    withTenant((tx) => beginAnswer(tx, services, actor, input)),
  ),
  progress: progress.handler(({ context: { withTenant }, input }) => withTenant((tx) => readProgress(tx, input.id))),
  stop: stop.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => stopAnswer(tx, actor, input.id)),
  ),
};

export const incidents: Domain = {
  tables: [
    "incidents",
    "incident_signs",
    "incident_usual",
    "incident_pasts",
    "carrier_times",
    "incident_answers",
    "incident_recipients",
  ],
  routes: () => ({ incidents: incidentsRoutes }),
  jobs: [jobsOf(sendAnswerKind, sendAnswerHandler)],
  schedules: [
    lookAtTickets,
    learnUsual,
    sendForgotten,
    {
      name: "incidents.learn-carrier-times",
      cron: "43 * * * *",
      work: (services) => forEachTenant(services, learnCarrierTimes),
    },
  ],
  subscribers: { "ticket.merged": followMerge },
  answers: [isOfIncident.by(isTicketOfIncident)],
};
