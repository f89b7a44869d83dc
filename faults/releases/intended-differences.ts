/** Values that change with time, or are made anew on each reading, in any version. */
export const restless: readonly RegExp[] = [
  /\/api\/mail\/held \.at:/,
  /\/api\/setup\/status \.(?:checkedAt|parts \[\d+\] \.\w+):/,
  /\/api\/storage \.countedAt:/,
  // The shop is read again on schedule and at the start: parts of an order with our own ids get new ones, and sums are written as
  // the shop writes them.
  /\.(?:readAt|lastSyncAt|lastSyncedAt):/,
  /\.(?:lineItems|events) \[\d+\] \.id:/,
  /\.totalSpent: "(\d+\.\d)0", then "\1"$/,
  // A sent mail is composed again for each reader.
  /\/api\/mail\/log\/\S+\/text \.text: "X-Deskhand-Loop: /,
];

/** The intended differences between the answers of an earlier release and of this version, with their reasons. */
export const intendedDifferences: readonly RegExp[] = [
  // Since 0.2.0 a parcel has one button: without a carrier's link it leads to the store's page rather than to a search.
  /\/tracking \S.* \.parcels \[\d+\] \.websiteUrl: .*, then nothing$/,
  /\/tracking \S.* \.parcels \[\d+\] \.trackUrl: "https:\/\/www\.google\.com\/search\?q=(\w+)%20tracking", then "https:\/\/tracking\.example\.com\/\1"$/,
  // Since 0.2.0 there is a notification about a finished export, which everybody gets until they turn it off.
  /\/api\/notifications\/preferences \.wanted: /,
  // Since 0.2.0 the first of the first steps is to enter one's own name.
  /\/api\/setup\/first-steps \.steps: .*, then \[\{"id":"person"/,
  // Since 0.4.0 supervisors and admins may take back a colleague's waiting reply.
  /\/api\/me \.can: .*, then .*/,
];

/**
 * Requests that are left out: those whose answer records the request, differs each time, or is about the program and not the
 * store, such as the help and the API's description.
 */
export const notAsked = /\/export$|\/api\/(?:auth|sign-in|help)\/|\/api\/(?:docs|openapi\.json)$/;
