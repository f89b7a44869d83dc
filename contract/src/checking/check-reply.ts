import { checkAmounts } from "./check-amounts.ts";
import { checkAttachments } from "./check-attachments.ts";
import { checkDates } from "./check-dates.ts";
import { checkNames } from "./check-names.ts";
import { checkNumbers } from "./check-numbers.ts";
import { checkCarriers, checkTracking } from "./check-parcels.ts";
import { checkStatuses } from "./check-statuses.ts";
import { contextOf, type KnownFacts } from "./context.ts";
import { type Finding, findingKinds } from "./finding.ts";
import { readReply } from "./read-reply.ts";

/** No more are worth reading at once. */
const mostShown = 12;

/** What goes with a reply's text. */
export interface Sent {
  /** The names of its files, and of what it links to. */
  files: readonly string[];
  /** The names of those whom it is addressed to. */
  names: readonly string[];
  /** Its writer's day, such as "2026-11-30"; null where that is not known, and no day is told from it. */
  today: string | null;
}

/**
 * Compares a reply with what is known, and returns what differs, the most certain first. It says nothing that it cannot know
 * (docs/product.md#the-check-before-sending).
 */
export function checkReply(text: string, known: KnownFacts, sent: Sent): Finding[] {
  const context = contextOf(readReply(text), known, sent.today);
  const found = [
    ...checkNumbers(context),
    ...checkAmounts(context),
    ...checkStatuses(context),
    ...checkDates(context),
    ...checkTracking(context),
    ...checkCarriers(context),
    ...checkAttachments(context, sent.files),
    ...checkNames(context, sent.names),
  ];
  const apart = found.filter(({ start, end }, at) =>
    found.every((other, place) => place >= at || other.end <= start || other.start >= end),
  );
  const rank = ({ kind }: Finding) => findingKinds.indexOf(kind);
  return apart.sort((one, other) => rank(one) - rank(other) || one.start - other.start).slice(0, mostShown);
}
