import { ratingPath } from "@deskhand/contract/pages";
import { scoreIn } from "@deskhand/contract/ratings/rating-words";
import { html } from "@deskhand/email/html";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { newId } from "../../platform/db/ids.ts";
import { noTenant } from "../../platform/db/tenant.ts";
import { TokenBuckets } from "../../platform/http/budgets/token-buckets.ts";
import { readFormBodies } from "../../platform/http/form-bodies.ts";
import { sendNotice } from "../../platform/http/public-page.ts";
import { sendFormPage } from "../../platform/http/styled-page.ts";
import type { Services } from "../../platform/services.ts";
import { networkOf } from "../auth/index.ts";
import { logoSource, storeLook } from "../outgoing/index.ts";
import { selectRating } from "../tickets/index.ts";
import { isOpen, rate } from "./rate.ts";
import { readRatingLink } from "./rating-link.ts";
import { selectRatingSettings } from "./ratings.queries.ts";
import { type RatingPage, renderRatingPage } from "./render-rating-page.ts";
import { wantedLanguage, wordsIn } from "./words/rating-words.ts";

type Opened = { Params: { link: string; score?: string } };

const formSchema = z.object({
  score: z.string().max(10).default(""),
  comment: z.string().max(20_000).default(""),
  /** A field that nobody sees: what fills it in is a program. */
  website: z.string().max(20_000).default(""),
});

/** Requests from one network: a person opens and sends a few. */
const pace = { perSecond: 0.5, burst: 120 };

/**
 * `GET /rate/:link` is the page of a request for a rating, and `GET /rate/:link/:score` the same with a face chosen: neither counts, as
 * programs open every link of a mail. Only the form's `POST /rate/:link` does (docs/product.md#ratings).
 */
export async function ratingPageRoutes(http: FastifyInstance, services: Services): Promise<void> {
  const networks = new TokenBuckets(pace);
  await http.register(async (scope) => {
    readFormBodies(scope);
    scope.addHook("onRequest", async ({ ip }, reply) => {
      const [network, now] = [networkOf(ip), performance.now()];
      const waitMs = networks.waitMs(network, now);
      if (waitMs > 0) return sendBusy(reply, waitMs);
      networks.take(network, now);
    });
    scope.get<Opened>("/rate/:link", (request, reply) => show(services, request, reply));
    scope.get<Opened>("/rate/:link/:score", (request, reply) => show(services, request, reply));
    scope.post<Opened>("/rate/:link", (request, reply) => take(services, request, reply));
  });
}

/** Finds a request by its link; the same steps whether there is one or not. */
async function findRequest({ db, settings }: Services, { params: { link }, actor }: FastifyRequest<Opened>) {
  const named = readRatingLink(settings.secret, link) ?? { tenantId: noTenant, ratingId: newId() };
  return db.withTenant(named.tenantId, async (tx) => {
    const rating = await selectRating(tx, named.ratingId);
    if (!rating || !isOpen(rating, new Date())) return undefined;
    const look = await storeLook(tx, settings.publicUrl);
    const reviewLinks = (await selectRatingSettings(tx))?.reviewLinks ?? [];
    // A colleague who opens the link in what a customer quotes does not rate for them.
    const isColleague = actor?.tenantId === named.tenantId;
    return { ...named, rating, look, reviewLinks, isColleague };
  });
}

async function show(services: Services, request: FastifyRequest<Opened>, reply: FastifyReply): Promise<FastifyReply> {
  const found = await findRequest(services, request);
  if (!found) return sendEnded(request, reply);
  const { link, score } = request.params;
  const chosen = scoreIn(score);
  const view = found.rating.score !== null && chosen === null ? "thanks" : "form";
  return sendPage(reply, { ...found, action: ratingPath(link), view, chosen, comment: null, isUnchosen: false });
}

async function take(services: Services, request: FastifyRequest<Opened>, reply: FastifyReply): Promise<FastifyReply> {
  const { link } = request.params;
  const found = await findRequest(services, request);
  if (!found) return sendEnded(request, reply);
  const form = formSchema.safeParse(request.body ?? {});
  const { score: typed, comment, website } = form.data ?? { score: "", comment: "", website: "" };
  const score = scoreIn(typed);
  const page = { ...found, action: ratingPath(link), view: "form", chosen: score, comment } as const;
  if (score === null) return sendPage(reply.code(422), { ...page, isUnchosen: true });
  if (found.isColleague) return sendPage(reply.code(403), { ...page, isUnchosen: false });
  if (website === "") {
    const { tenantId, ratingId } = found;
    const isTaken = await services.db.withTenant(tenantId, (tx) => rate(tx, ratingId, { score, comment }, new Date()));
    if (!isTaken) return sendEnded(request, reply);
  }
  // So that loading the page again sends nothing again.
  return reply.header("cache-control", "no-store").redirect(ratingPath(link), 303);
}

function sendPage(reply: FastifyReply, page: RatingPage): FastifyReply {
  const { page: text, style } = renderRatingPage(page);
  return sendFormPage(reply, style, text, `img-src 'self'${logoSource(page.look)}; `);
}

/** The same for a link that was never made, is over or was erased: in the words that the browser asks for. */
function sendEnded({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = wantedLanguage(headers["accept-language"]);
  const { ended, reply: more, isRightToLeft } = wordsIn(language);
  return sendNotice(reply.code(404), { title: ended, content: html`<p>${more}</p>`, language, isRightToLeft });
}

function sendBusy(reply: FastifyReply, waitMs: number): FastifyReply {
  const content = html`<p>Please try again in a minute.</p>`;
  return sendNotice(reply.code(429).header("retry-after", Math.ceil(waitMs / 1_000)), {
    title: "Too many requests",
    content,
  });
}
