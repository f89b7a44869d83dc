/** What somebody does at a ticket. A reply is "sending" while it can still be undone; the later of these tells more. */
export const doings = ["looking", "writing", "sending"] as const;
export type Doing = (typeof doings)[number];

/** Somebody at a ticket, and what they do there. */
export type Place = { ticketId: string; doing: Doing };

/** What one tab says of its person: all of it, each time it changes, and every few seconds again. */
export type PresenceClaim = {
  at: Place[];
  /** Asks for the presence of the whole store, as when nothing is known of it yet. */
  asksForAll: boolean;
};

/** All that is known of one person: several tabs are one person, and who is at no ticket is gone. */
export type PersonPresence = { userId: string; at: Place[] };

/** Presence as it is sent to screens: changes, or everybody there is. */
export type PresenceNews = { people: PersonPresence[]; isAll: boolean };

/** Limits of presence, in ms where nothing else is said (docs/product.md#presence). */
export const presenceLimits = {
  /** How often a tab says again what it said, and a web process that it is there. */
  beatMs: 4_000,
  /** Who was not heard for so long is gone. */
  goneMs: 10_000,
  /** What changes within it is told together; and where much changes, all of it not more often than this. */
  togetherMs: 50,
  tellMs: 500,
  /** Then a hidden tab no longer looks at its ticket. */
  hiddenMs: 3_000,
  /** After the last key. */
  writingMs: 5_000,
  /** Tickets that one tab, and one person in all of them, can be at. */
  places: 8,
  /** Messages that a connection may send in a row, and each second: more of them end it. */
  messagesAtOnce: 60,
  messagesPerSecond: 10,
} as const;
