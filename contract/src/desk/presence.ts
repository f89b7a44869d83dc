/** What a person does at a ticket. A reply is "sending" while it can be undone; a later one in this list says more than an earlier one. */
export const doings = ["looking", "writing", "sending"] as const;
export type Doing = (typeof doings)[number];

/** A ticket where a person is, and what they do there. */
export type Place = { ticketId: string; doing: Doing };

/** Everything that one tab says about its person, sent on each change and again every few seconds. */
export type PresenceClaim = {
  at: Place[];
  /** Asks for the whole store's presence, for a tab that does not know it yet. */
  asksForAll: boolean;
};

/** Everything known about one person: their tabs count as one, and without a ticket they are gone. */
export type PersonPresence = { userId: string; at: Place[] };

/** Presence as sent to screens: changes, or everybody. */
export type PresenceNews = { people: PersonPresence[]; isAll: boolean };

/** Limits of presence, in ms unless stated otherwise (docs/product.md#presence). */
export const presenceLimits = {
  /** How often a tab repeats its claim, and a web process that it runs. */
  beatMs: 4_000,
  /** A person who was not heard for so long is gone. */
  goneMs: 10_000,
  /** Changes within `togetherMs` are sent together; if there are many, all of them go out at most every `tellMs`. */
  togetherMs: 50,
  tellMs: 500,
  /** After this time a hidden tab no longer looks at its ticket. */
  hiddenMs: 3_000,
  /** The time after the last key during which a person is writing. */
  writingMs: 5_000,
  /** How many tickets one tab, and one person in all tabs, can be at. */
  places: 8,
  /** How many messages a connection may send in a row, and per second; it is closed if it sends more. */
  messagesAtOnce: 60,
  messagesPerSecond: 10,
} as const;
