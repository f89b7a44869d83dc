import { carriers } from "@deskhand/contract/mentions/carriers";

type Parcel = { number: string | null; company: string | null; url: string | null };

/**
 * A parcel's tracking page: that of a recognised carrier, else the store's link where it is a website, else a web
 * search. Null without a number.
 */
export function trackingPage(parcel: Parcel): string | null {
  const number = parcel.number?.trim();
  if (!number) return null;
  const search = `https://www.google.com/search?q=${encodeURIComponent(`${number} tracking`)}`;
  return carrierPage(parcel) ?? websiteOf(parcel.url) ?? search;
}

/** A recognised carrier's page for a parcel with a number; otherwise null. */
export function carrierPage({ number, company }: Omit<Parcel, "url">): string | null {
  const page = recognised(company)?.page;
  return page !== undefined && number?.trim() ? page + encodeURIComponent(number.trim()) : null;
}

/** Those that link to a page of their own, whatever the store's link says. */
const withPage = carriers.flatMap(({ written, page }) => (page === null ? [] : [{ written, page }]));

/** The carrier mentioned first. */
function recognised(text: string | null) {
  const found = withPage.map(({ written, page }) => ({ page, at: text?.search(written) ?? -1 }));
  return found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0];
}

// Anybody who can write a store's orders can write `javascript:` there.
function websiteOf(url: string | null): string | null {
  const parsed = url ? URL.parse(url.trim()) : null;
  return parsed && (parsed.protocol === "https:" || parsed.protocol === "http:") ? parsed.href : null;
}
