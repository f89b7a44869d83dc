import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { listLeavingMails } from "./list-leaving-mails.ts";
import { selectCounts, selectDraftTickets } from "./message-center.queries.ts";
import { tryMailsAgain } from "./try-mails-again.ts";

const { list, counts, draftTickets, tryAgain } = api.messageCenter;

export const messageCenter: Domain = {
  routes: () => ({
    messageCenter: {
      list: list.handler(({ context, input }) => context.withTenant((tx) => listLeavingMails(tx, input))),
      counts: counts.handler(({ context }) => context.withTenant(selectCounts)),
      draftTickets: draftTickets.handler(async ({ context, input }) => ({
        items: await context.withTenant((tx) => selectDraftTickets(tx, input.ids)),
      })),
      tryAgain: tryAgain.handler(async ({ context, input }) => ({
        items: await tryMailsAgain(context.services, context.withTenant, input),
      })),
    },
  }),
};
