/** What reports count. Free of zod, so that lists and screens need not load it. */

/**
 * How the parts of a figure are told apart. A ticket has one or several of each, as it is now; who did something is the figure's own.
 * `none` names what has none, `several` says why the parts may be more than the whole.
 */
export const figureDimensions = {
  person: { label: "Person", none: "No person", several: null },
  team: { label: "Team", none: "No team", several: null },
  category: { label: "Category", none: "No category", several: null },
  tag: { label: "Tag", none: "No tag", several: "A ticket with several tags counts at each of them" },
  sku: { label: "Product", none: "No product", several: "A ticket about several products counts at each of them" },
  carrier: {
    label: "Carrier",
    none: "No parcel",
    several: "A ticket about parcels of several carriers counts at each",
  },
  language: { label: "Language", none: "Unknown language", several: null },
  channel: { label: "Channel", none: "No channel", several: null },
  /** The hour of the week on the store's clocks: "1-09" is Monday from nine to ten. */
  hour: { label: "Hour of the week", none: "No hour", several: null },
} as const;
export type FigureDimension = keyof typeof figureDimensions;
export const figureDimensionNames = Object.keys(figureDimensions) as FigureDimension[];

type FigureEntry = {
  label: string;
  /** In one sentence, as screens, CSV, the help and the reference have it. */
  definition: string;
  /** Whether each ticket counts at most once, so that its list has as many; else it says how often something was done. */
  counts: "tickets" | "times";
  /** What its time is, for a figure that has one. */
  takes?: string;
  /** Read at the end of each step, instead of added up over it. */
  isLevel?: boolean;
  /** Whose figure it is by person; null where it is nobody's work. */
  person: string | null;
  /** Whether more is good news, or less; undefined for neither. */
  better?: "more" | "less";
};

const entries = {
  created: {
    label: "New tickets",
    definition:
      "Tickets that began in this time, each once; a merged ticket is counted with the one that it is part of.",
    counts: "tickets",
    person: "who has the ticket now",
  },
  resolved: {
    label: "Resolved tickets",
    definition: "Tickets that are resolved or closed and became so in this time, by their last resolution, each once.",
    counts: "tickets",
    takes: "from the ticket's beginning to its last resolution",
    person: "who resolved it",
    better: "more",
  },
  reopened: {
    label: "Reopened",
    definition: "How often a resolved or closed ticket became open again in this time.",
    counts: "times",
    person: "who has the ticket now",
    better: "less",
  },
  backlog: {
    label: "Backlog",
    definition: "Tickets that were neither resolved nor closed at the end of this time.",
    counts: "tickets",
    isLevel: true,
    person: "who has the ticket now",
    better: "less",
  },
  firstReply: {
    label: "First replies",
    definition: "Tickets whose customer got the first reply in this time, each once.",
    counts: "tickets",
    takes: "from the customer's first message to the first reply",
    person: "who replied",
    better: "less",
  },
  nextReply: {
    label: "Next replies",
    definition: "How often a customer who had written again was answered in this time, the first reply aside.",
    counts: "times",
    takes: "from the first message that waited to the reply",
    person: "who replied",
    better: "less",
  },
  replies: {
    label: "Replies",
    definition: "Messages that colleagues sent to customers in this time; notes, forwards and automatic mail are none.",
    counts: "times",
    person: "who replied",
    better: "more",
  },
  customerMessages: {
    label: "Customers' messages",
    definition:
      "Messages that customers wrote in this time, the first one of a ticket among them; automatic mail is none.",
    counts: "times",
    person: "who has the ticket now",
  },
  firstReplyMet: {
    label: "First replies in time",
    definition: "First replies of this time that were within the target that held for their ticket.",
    counts: "tickets",
    person: "who replied",
    better: "more",
  },
  firstReplyMissed: {
    label: "Late first replies",
    definition: "First replies of this time that came after the time of their target was used up.",
    counts: "tickets",
    person: "who replied",
    better: "less",
  },
  nextReplyMet: {
    label: "Next replies in time",
    definition: "Next replies of this time that were within the target that held for their ticket.",
    counts: "times",
    person: "who replied",
    better: "more",
  },
  nextReplyMissed: {
    label: "Late next replies",
    definition: "Next replies of this time that came after the time of their target was used up.",
    counts: "times",
    person: "who replied",
    better: "less",
  },
  breachedUnanswered: {
    label: "Breached unanswered",
    definition:
      "How often the target of a first or next reply was used up in this time while the customer still waited, answered afterwards or not.",
    counts: "times",
    person: "who has the ticket now",
    better: "less",
  },
  resolutionMet: {
    label: "Resolutions in time",
    definition: "Resolved tickets of this time that were resolved within the target that held for them.",
    counts: "tickets",
    person: "who resolved it",
    better: "more",
  },
  resolutionMissed: {
    label: "Late resolutions",
    definition: "Resolved tickets of this time that were resolved after the time of their target was used up.",
    counts: "tickets",
    person: "who resolved it",
    better: "less",
  },
  ruleSteps: {
    label: "Changes by rules",
    definition: "How often a rule changed a ticket in this time: each step of a trail that a rule took.",
    counts: "times",
    person: "the rule",
  },
  ruleReplies: {
    label: "Replies by rules",
    definition: "Messages that rules sent to customers in this time.",
    counts: "times",
    person: "the rule",
  },
  checksShown: {
    label: "Findings shown",
    definition: "What the check before sending found in replies of this time.",
    counts: "times",
    person: "who replied",
  },
  checksTaken: {
    label: "Findings followed",
    definition: "Findings of this time after which the right value was put in, or the text was changed.",
    counts: "times",
    person: "who replied",
  },
  checksIgnored: {
    label: "Sent anyway",
    definition: "Findings of this time that were dismissed, or with which the reply was sent as it was.",
    counts: "times",
    person: "who replied",
  },
  refunds: {
    label: "Refunds",
    definition:
      "How often a colleague refunded or cancelled an order from a ticket in this time, and the store confirmed it.",
    counts: "times",
    person: "who asked for it",
    better: "less",
  },
  ratings: {
    label: "Ratings",
    definition: "Tickets whose customer rated the help in this time, each by its rating as it is now.",
    counts: "tickets",
    person: "who had the ticket when the customer was asked",
  },
  ratedGood: {
    label: "Good ratings",
    definition: "Ratings of this time that are 4 or 5.",
    counts: "tickets",
    person: "who had the ticket when the customer was asked",
    better: "more",
  },
  ratedOkay: {
    label: "Middling ratings",
    definition: "Ratings of this time that are 3.",
    counts: "tickets",
    person: "who had the ticket when the customer was asked",
  },
  ratedBad: {
    label: "Bad ratings",
    definition: "Ratings of this time that are 1 or 2.",
    counts: "tickets",
    person: "who had the ticket when the customer was asked",
    better: "less",
  },
} as const satisfies Record<string, FigureEntry>;

export type FigureName = keyof typeof entries;
/** Every figure: server, screens, CSV, help and the reference are driven by this table. */
export const figures: Readonly<Record<FigureName, FigureEntry>> = entries;
export const figureNames = Object.keys(entries) as FigureName[];

/** Says a dimension's value as one text: "tag:vip", and "tag:" for none. */
export type Trait = `${FigureDimension}:${string}`;
export const traitOf = (dimension: FigureDimension, value: string): Trait => `${dimension}:${value}`;

/** Reads a trait; undefined for a dimension that is not known, and for a text that no database can hold. */
export function readTrait(text: string): { dimension: FigureDimension; value: string } | undefined {
  const at = text.indexOf(":");
  const dimension = figureDimensionNames.find((name) => name === text.slice(0, at));
  return dimension && !text.includes("\0") && text.isWellFormed()
    ? { dimension, value: text.slice(at + 1) }
    : undefined;
}
