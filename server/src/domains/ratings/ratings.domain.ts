import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { ratingRequests } from "../outgoing/index.ts";
import { deeds, ruleFacts } from "../rules/index.ts";
import { eraseRater, followCustomers, moveRating, selectBranch, takeRatingBack } from "../tickets/index.ts";
import { askForRating, facesOf, obstacleToRequest } from "./ask-for-rating.ts";
import { ratingPageRoutes } from "./rating-page.routes.ts";
import { previewRating, readRatingSettings, saveRatingSettings } from "./rating-settings.ts";
import { scoreOfTicket } from "./ratings.queries.ts";

const { settings, save, preview } = api.ratings;

const ratingsRoutes = {
  settings: settings.handler(({ context: { withTenant } }) => withTenant(readRatingSettings)),
  save: save.handler(({ context: { withTenant, actor }, input }) =>
    withTenant((tx) => saveRatingSettings(tx, actor, input)),
  ),
  preview: preview.handler(({ context: { withTenant, services }, input }) =>
    withTenant((tx) => previewRating(tx, services.settings, input)),
  ),
};

/** What customers say of how they were helped (docs/product.md#ratings); the rows themselves are a ticket's. */
export const ratings: Domain = {
  tables: ["rating_settings"],
  routes: () => ({ ratings: ratingsRoutes }),
  streams: [ratingPageRoutes],
  answers: [
    deeds.by({
      ask_rating: {
        act: askForRating,
        notDone: "Nobody was asked for a rating",
        tried: "Asks for a rating, unless they were asked lately",
      },
    }),
    ruleFacts.by({ rating: scoreOfTicket }),
    ratingRequests.by({ obstacle: obstacleToRequest, faces: facesOf }),
  ],
  subscribers: {
    "ticket.merged": (tx, { ticketId, into }) => moveRating(tx, ticketId, into),
    "ticket.unmerged": giveBack,
    "customer.joined": (tx, { customerId, into }) => followCustomers(tx, customerId, into),
    "customer.parted": (tx, { customerId, from }) => followCustomers(tx, customerId, from),
    "customer.redacted": (tx, { customerId }) => eraseRater(tx, customerId),
  },
};

async function giveBack(tx: TenantTx, { ticketId, from }: EventPayloads["ticket.unmerged"]): Promise<void> {
  await takeRatingBack(tx, { ticketId, from, branch: await selectBranch(tx, ticketId) });
}
