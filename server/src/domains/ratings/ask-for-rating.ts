import type { RatingFaces } from "@deskhand/email";
import { newId } from "../../platform/db/ids.ts";
import { lockTallies } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import type { Settings } from "../../platform/settings.ts";
import { isBlockedSender } from "../intake/index.ts";
import type { Doing } from "../rules/index.ts";
import { deleteRating, insertRating, requestRating, selectRating } from "../tickets/index.ts";
import { ratingLink } from "./rating-link.ts";
import {
  type AskedAbout,
  type SavedSettings,
  selectAskedAbout,
  selectRatingSettings,
  selectSinceAsked,
} from "./ratings.queries.ts";
import { mailLanguage } from "./words/mail-language.ts";
import { wordsIn } from "./words/rating-words.ts";

/**
 * Asks a ticket's customer to rate the help (docs/product.md#ratings): once for a ticket, and once in so many days. Returns in words why
 * they are not asked; null if they are.
 */
export async function askForRating(
  tx: TenantTx,
  services: Pick<Services, "jobs" | "settings">,
  { by, ticketId }: Pick<Doing, "by" | "ticketId">,
): Promise<string | null> {
  const settings = await selectRatingSettings(tx);
  if (!settings?.isOn) return "Asking for ratings is switched off";
  return requestRating(tx, services, by, ticketId, async ({ id: customerId, email, words }) => {
    // Two of one customer's tickets may be resolved together.
    await lockTallies(tx);
    const about = await selectAskedAbout(tx, ticketId, settings.pauseDays);
    const refused = refusalOf(about, settings) ?? ((await isBlockedSender(tx, email)) ? "The sender is blocked" : null);
    if (refused !== null) return { refused };
    const language = mailLanguage(words);
    const { resolved, question } = wordsIn(language);
    const id = newId();
    const { agentId, teamId } = about;
    return {
      id,
      content: `${resolved}\n\n${question}`,
      keep: () => insertRating(tx, { id, ticketId, customerId, agentId, teamId, language }),
    };
  });
}

function refusalOf(about: AskedAbout, { pauseDays, asksAfterComplaints }: SavedSettings): string | null {
  if (about.isAsked) return "They were asked about this ticket already";
  if (about.isWaiting) return "They wrote last and wait for an answer";
  if (about.hasBounced) return "A mail to them came back";
  if (about.wasAskedLately) return `They were asked within ${pauseDays} ${pauseDays === 1 ? "day" : "days"}`;
  if (!asksAfterComplaints && about.isComplaint && about.wasAnsweredLately)
    return "A colleague has just answered a complaint";
  return null;
}

/**
 * Why a request that waited in the queue is not sent any more, in words, or null. What is not sent is withdrawn, so that the ticket can be
 * asked about when it is resolved again.
 */
export async function obstacleToRequest(tx: TenantTx, ratingId: string): Promise<string | null> {
  const since = await selectSinceAsked(tx, ratingId);
  if (!since) return "Not sent: this request for a rating was withdrawn";
  const why = await changedSince(tx, since);
  if (why === null) return null;
  await deleteRating(tx, ratingId);
  return `Not sent: ${why}`;
}

type Since = NonNullable<Awaited<ReturnType<typeof selectSinceAsked>>>;

async function changedSince(tx: TenantTx, { email, hasWritten, isReopened }: Since): Promise<string | null> {
  if (hasWritten) return "the customer wrote again meanwhile";
  if (isReopened) return "the ticket was opened again meanwhile";
  if (email === null) return "the customer has no address any more";
  return (await isBlockedSender(tx, email)) ? "the sender was blocked meanwhile" : null;
}

/** Returns the faces of a request's mail; `isShown` without the secret of their links. Null for a request that is gone. */
export async function facesOf(
  tx: TenantTx,
  settings: Pick<Settings, "publicUrl" | "secret">,
  ratingId: string,
  isShown: boolean,
): Promise<RatingFaces | null> {
  const rating = await selectRating(tx, ratingId);
  if (!rating) return null;
  const request = { tenantId: tx.tenantId, ratingId };
  const urlOf = (score: number) => (isShown ? settings.publicUrl : ratingLink(settings, request, score));
  return facesIn(rating.language, urlOf);
}

/** The faces in a language, each with its address. */
export function facesIn(language: string, urlOf: (score: number) => string): RatingFaces {
  const { resolved: intro, question, names, isRightToLeft = false } = wordsIn(language);
  const choices = names.map((name, index) => ({ name, url: urlOf(index + 1) }));
  return { intro, question, choices, language, isRightToLeft };
}
