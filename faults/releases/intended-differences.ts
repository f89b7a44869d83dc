/** What goes by the clock, or is made anew each time, whichever version answers. */
export const restless: readonly RegExp[] = [
  /\/api\/mail\/held \.at:/,
  /\/api\/setup\/status \.(?:checkedAt|parts \[\d+\] \.\w+):/,
  /\/api\/storage \.countedAt:/,
  // The shop is asked again by the clock, and at the start: what of an order has a number of ours gets a new one, and sums are written
  // as the shop writes them.
  /\.(?:readAt|lastSyncAt|lastSyncedAt):/,
  /\.(?:lineItems|events) \[\d+\] \.id:/,
  /\.totalSpent: "(\d+\.\d)0", then "\1"$/,
  // A mail that went out is composed again for who looks at it.
  /\/api\/mail\/log\/\S+\/text \.text: "X-Deskhand-Loop: /,
];

/** What differs on purpose between the answers of an earlier release and of this version, each with why. */
export const intendedDifferences: readonly RegExp[] = [
  // Since 0.2.0 a parcel has one button: without a link of its carrier it leads to the page that the store links to, before a search.
  /\/tracking \S.* \.parcels \[\d+\] \.websiteUrl: .*, then nothing$/,
  /\/tracking \S.* \.parcels \[\d+\] \.trackUrl: "https:\/\/www\.google\.com\/search\?q=(\w+)%20tracking", then "https:\/\/tracking\.example\.com\/\1"$/,
  // Since 0.2.0 there is one kind of notification more, of an export that is ready, which everybody wants until they say otherwise.
  /\/api\/notifications\/preferences \.wanted: /,
  // Since 0.2.0 the first of the first steps is to say one's own name.
  /\/api\/setup\/first-steps \.steps: .*, then \[\{"id":"person"/,
];

/**
 * What is not asked for: an answer to it notes that somebody asked, is another one each time, or tells of the program and nothing of
 * the store, as the help and the description of the API do.
 */
export const notAsked = /\/export$|\/api\/(?:auth|sign-in|help)\/|\/api\/(?:docs|openapi\.json)$/;
