import type { RatingSettings, ReviewLink } from "@deskhand/contract/ratings/ratings";

/** A link as the form has it. */
export type LinkDraft = ReviewLink & { key: number };

/** The settings as the form has them: numbers are typed. */
export interface RatingDraft {
  isOn: boolean;
  hours: string;
  pauseDays: string;
  asksAfterComplaints: boolean;
  reviewLinks: LinkDraft[];
}

let keys = 0;

/** A link that is to be filled in. */
export function newLink(link: ReviewLink = { name: "", url: "https://" }): LinkDraft {
  return { ...link, key: ++keys };
}

/** The form of settings that are there. */
export function ratingDraftOf({
  isOn,
  hours,
  pauseDays,
  asksAfterComplaints,
  reviewLinks,
}: RatingSettings): RatingDraft {
  return {
    isOn,
    hours: String(hours),
    pauseDays: String(pauseDays),
    asksAfterComplaints,
    reviewLinks: reviewLinks.map(newLink),
  };
}

/** What a form says, as the server takes it; what is no whole number is 0, which the server refuses. */
export function sentOf({ hours, pauseDays, reviewLinks, ...rest }: RatingDraft, expectedVersion: number) {
  return {
    ...rest,
    hours: whole(hours),
    pauseDays: whole(pauseDays),
    reviewLinks: linksOf(reviewLinks),
    expectedVersion,
  };
}

/** The links as the server takes them. */
export function linksOf(links: readonly LinkDraft[]): ReviewLink[] {
  return links.map(({ name, url }) => ({ name, url }));
}

const whole = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : 0);
