/** How the recognised carriers are written, and their pages of a parcel. */
const carriers = [
  { name: "UPS", written: /(?<![\p{L}\p{N}])ups(?![\p{L}\p{N}])/iu, page: "https://www.ups.com/track?tracknum=" },
  { name: "FedEx", written: /(?<![\p{L}\p{N}])fedex/iu, page: "https://www.fedex.com/fedextrack/?trknbr=" },
  {
    name: "USPS",
    written: /(?<![\p{L}\p{N}])usps(?![\p{L}\p{N}])/iu,
    page: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  },
  {
    name: "DHL",
    written: /(?<![\p{L}\p{N}])dhl/iu,
    page: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
  },
];

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

/** The carrier mentioned first. */
function recognised(text: string | null) {
  const found = carriers.map((carrier) => ({ ...carrier, at: text?.search(carrier.written) ?? -1 }));
  return found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0];
}

// Anybody who can write a store's orders can write `javascript:` there.
function websiteOf(url: string | null): string | null {
  const parsed = url ? URL.parse(url.trim()) : null;
  return parsed && (parsed.protocol === "https:" || parsed.protocol === "http:") ? parsed.href : null;
}
