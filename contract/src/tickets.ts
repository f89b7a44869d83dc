import * as z from "zod";
import { chosenCustomer } from "./customers.ts";
import { changeManyInput, changeManyOutput } from "./desk/change-many.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { messageSchema, noteSchema, writtenFromSchema } from "./messages.ts";
import { id, noBlank, pageInput, timestamp, tooLong, trimmedText, typedText, writtenText } from "./page.ts";
import { ticketRatingSchema } from "./ratings/ratings.ts";
import { copiesSchema } from "./recipients.ts";
import { readFigureFilter } from "./reports/figure-filter.ts";
import { readDays } from "./search/listed-days.ts";
import { searchNews } from "./search/news.ts";
import { dueSchema } from "./targets/due.ts";
import {
  activityKinds,
  type TicketFilterName,
  type TicketFilterValue,
  ticketCategories,
  ticketFilters,
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
  ticketViews,
} from "./vocabulary.ts";

const customerSchema = z.object({ id, name: z.string().nullable(), email: z.string().nullable() });

export const ticketCardSchema = z.object({
  id,
  ticketNumber: z.number().int(),
  subject: z.string(),
  /** The clean preview of the first message (docs/product.md#previews), at most 150 characters. */
  preview: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  category: z.enum(ticketCategories),
  tags: z.array(z.string()),
  customer: customerSchema.nullable(),
  customerId: id.nullable(),
  assignedTo: id.nullable(),
  teamId: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  dueDate: timestamp.nullable(),
  messageCount: z.number().int(),
  attachmentCount: z.number().int(),
  /** The mail that began it came from a sender who could not be verified. */
  isUnverified: z.boolean(),
  /** Of the mail that began it, or of one that began a ticket that was merged into it. */
  writtenFrom: writtenFromSchema.nullable(),
  /** Since when the customer has the last word; null while a colleague has it (docs/product.md#who-has-the-last-word). */
  waitingSince: timestamp.nullable(),
  /** The customer has the last word, wrote after the opening, and whoever asks has not opened the ticket since. */
  isNewReply: z.boolean(),
  /** The preview of the customer's newest message; null while the opening is all they wrote. */
  newestWords: z.string().nullable(),
  /** Until when it is put off: a time, or until the customer answers; null when it is not. */
  snoozedUntil: z.union([timestamp, z.literal("answer")]).nullable(),
  /** It came back from a snooze, and nobody took it up since. */
  isWoken: z.boolean(),
  /** The target that is due next (docs/product.md#targets); null where no clock of the ticket is on. */
  due: dueSchema.nullable(),
});
export type TicketCard = z.infer<typeof ticketCardSchema>;

const ticketListSchema = z.object({
  items: z.array(ticketCardSchema),
  nextCursor: z.string().nullable(),
  /**
   * How many match; for a text, or a filter that no counter knows, exact up to 10,000, then `totalIsCapped`, and as it was for the first
   * page.
   */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
  activeCount: z.number().int(),
  archivedCount: z.number().int(),
  /** Those that are put off, which are among neither. */
  snoozedCount: z.number().int(),
  /** How many the same search finds in the other view, exact up to 10,000; null without a search. */
  elsewhereCount: z.number().int().nullable(),
  ...searchNews.shape,
});
export type TicketList = z.infer<typeof ticketListSchema>;

export const ticketDetailSchema = ticketCardSchema.extend({
  description: z.string(),
  source: z.string(),
  createdBy: id.nullable(),
  /** All addresses of its customer, in lower case. */
  customerAddresses: z.array(z.string()),
  /** When it was made another customer's, the last time; null where it never was. */
  customerChangedAt: timestamp.nullable(),
  /** The ticket that the mail of a sender who could not be verified names. */
  namedTicket: z.object({ id, ticketNumber: z.number().int() }).nullable(),
  /** The ticket that it was merged into. */
  mergedInto: z.object({ id, ticketNumber: z.number().int() }).nullable(),
  /** Those that were merged into it last, the newest first. */
  mergedFrom: z.array(z.object({ id, ticketNumber: z.number().int() })),
  noteCount: z.number().int(),
  /** The newest page of the thread, oldest first; `messages.list` pages further back. */
  messages: z.array(messageSchema),
  hasOlderMessages: z.boolean(),
  /** The newest of them, oldest first; `messages.listNotes` pages further back. */
  notes: z.array(noteSchema),
  hasOlderNotes: z.boolean(),
  /** Mails to this ticket that a rate limit stopped; an admin finds them in the mail log. */
  heldBackMails: z.number().int(),
  /** What its customer was asked, and said of the help; null where they were not asked. */
  rating: ticketRatingSchema.nullable(),
  /** Whether it is part of an incident that is not closed: `incidents.ofTicket` says of which. */
  isOfIncident: z.boolean(),
  /** Whether something that was done to an order from here waits, is under way, or ended as unknown: see `orderActions.ofTicket`. */
  hasOpenActions: z.boolean(),
});
export type TicketDetail = z.infer<typeof ticketDetailSchema>;

/** One step of a ticket's activity trail. */
export const activitySchema = z.object({
  id,
  ticketId: id,
  kind: z.enum(activityKinds),
  actorId: id.nullable(),
  /** Who did it: a colleague's name, the customer's for `customer_replied` and for a ticket that their mail made, "System" for what no person did. */
  actorName: z.string(),
  /** Whether `actorName` is a rule, so that the ticket can say why. */
  isByRule: z.boolean(),
  /** The team that chose the assignee by whose turn it was; null where somebody was named. */
  byTeam: z.string().nullable(),
  /**
   * What it was before and what it is now: statuses, priorities, categories, subjects, names of colleagues and teams, due dates (ISO 8601), tags taken
   * off and put on (a list each, joined by ", "). Null where there was or is nothing.
   */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** What the customer wrote with the rating that they have now. */
  comment: z.string().nullish(),
  createdAt: timestamp,
});
export type Activity = z.infer<typeof activitySchema>;

const listed = (value: unknown) => (typeof value === "string" ? [value] : value);

/** The schemas of what filters take. */
const filterTakes = {
  some: ({ of = [] }: { takes: string; of?: readonly string[] }) =>
    z.preprocess(listed, z.array(z.enum(of)).max(of.length)).optional(),
  on: () => z.union([z.literal(true), z.literal("true").transform(() => true as const)]).optional(),
  address: () => typedText().toLowerCase().max(320).optional(),
  person: () => z.union([z.enum(["me", "nobody"]), id]).optional(),
  team: () => z.union([z.literal("nobody"), id]).optional(),
  incident: () => id.optional(),
  days: () =>
    z
      .string()
      .refine((text) => readDays(text) !== undefined, "Enter two days, the first one first")
      .optional(),
  figure: () =>
    z
      .string()
      .max(limits.figureFilterLength)
      .refine((text) => readFigureFilter(text) !== undefined, "This figure is not known")
      .optional(),
  tags: () => z.preprocess(listed, z.array(typedText().max(limits.tagLength)).max(limits.tagsOnTicket)).optional(),
};
type FilterSchemas = {
  [Name in TicketFilterName]: z.ZodOptional<z.ZodType<TicketFilterValue<Name>, TicketFilterValue<Name>>>;
};
const filterSchemas = Object.fromEntries<z.ZodType>(
  Object.entries(ticketFilters).map(([name, filter]) => [name, filterTakes[filter.takes](filter)]),
) as FilterSchemas;

const ticketFilterSchema = z.object({
  view: z.enum(ticketViews).default("active"),
  ...filterSchemas,
  /** Words, phrases and filters, as docs/product.md#how-a-search-is-written has them. */
  search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
});
export type TicketFilter = z.infer<typeof ticketFilterSchema>;
/** What of the tickets a list shows, and in which order. */
export const ticketListInput = ticketFilterSchema.extend({ sort: z.enum(ticketSorts).default("priority") });

export const changeStatusSchema = z.object({
  status: z.enum(ticketStatuses),
  /** Saved as an internal note. */
  note: typedText().overwrite(noBlank).max(limits.noteLength, tooLong("Note", limits.noteLength)).optional(),
  /** The status the screen showed: when it is no longer so, nothing is changed. */
  expectedStatus: z.enum(ticketStatuses).optional(),
});

const ticketSubject = trimmedText("Subject", limits.ticketSubjectLength, "Please fill in all required fields");
const tag = trimmedText("A tag", limits.tagLength, "A tag cannot be empty");
const tags = z.array(tag).max(limits.tagsOnTicket, "A ticket has at most 20 tags");

/** A year that was typed half is a date too. */
const dueDate = z.iso
  .datetime({ error: "Please enter a valid date", abort: true })
  .refine((at) => at >= "2000" && at < "3000", "Please enter a valid date")
  .nullable();

export const newTicketSchema = z.object({
  subject: ticketSubject,
  /** Becomes the ticket's description and its first message. */
  message: writtenText("Message", limits.openingMessageLength, "Please fill in all required fields"),
  priority: z.enum(ticketPriorities).default("medium"),
  category: z.enum(ticketCategories).default("General"),
  tags: tags.default([]),
  dueDate: dueDate.default(null),
  assignedTo: id.nullable().default(null),
  /** A team that gives tickets out gives it to a member, unless it is assigned. */
  teamId: id.nullable().default(null),
  customer: chosenCustomer,
  /** Whether the message goes to the customer by mail. */
  mailCustomer: z.boolean().default(false),
  /** Who gets a copy of that mail. */
  ...copiesSchema.shape,
  /** A second request with the same key returns what the first did. */
  idempotencyKey: id,
});

/** What is edited on a ticket; what is absent stays as it is. */
export const ticketEditSchema = z.object({
  subject: ticketSubject.optional(),
  priority: z.enum(ticketPriorities).optional(),
  category: z.enum(ticketCategories).optional(),
  assignedTo: id.nullable().optional(),
  /** A team whose member the assignee is not takes the ticket from them. */
  teamId: id.nullable().optional(),
  dueDate: dueDate.optional(),
  addTags: tags.default([]),
  removeTags: tags.default([]),
  /** What the screen showed: where a value that is edited is no longer so, nothing is changed. */
  expected: z
    .object({
      subject: z.string(),
      priority: z.enum(ticketPriorities),
      category: z.enum(ticketCategories),
      assignedTo: id.nullable(),
      teamId: id.nullable(),
      dueDate: timestamp.nullable(),
    })
    .partial()
    .default({}),
});
/** A value of a ticket that is not written over when somebody else has changed it meanwhile. */
export type EditedField = keyof z.output<typeof ticketEditSchema>["expected"];

/** Tickets that are being taken from a team or a person that was deleted, or handed over by a person, some at a time. */
const releaseSchema = z.object({
  id,
  why: z.enum(["team_deleted", "person_deleted", "person_away"]),
  name: z.string(),
  /** How many are done, of how many there were at first. */
  done: z.number().int(),
  total: z.number().int(),
});
export type TicketRelease = z.infer<typeof releaseSchema>;

export const tickets = {
  /** By default urgent status first, then urgent priority, then the newest (docs/product.md#order-of-the-list). */
  list: endpoint("tickets:read", "GET", "/tickets", { v1: true })
    .input(ticketListInput.extend(pageInput.shape))
    .output(ticketListSchema),
  /** The ids of those that a filter finds, in the list's order, up to as many as can be chosen at once. */
  listIds: endpoint("tickets:read", "GET", "/tickets/ids", { isHeavy: true })
    .input(ticketListInput)
    .output(z.object({ ids: z.array(id), isCut: z.boolean() })),
  get: endpoint("tickets:read", "GET", "/tickets/{id}", { v1: true })
    .errors(among("ticket_not_found"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
  /** Creates a ticket in an agent's name (docs/product.md#creating-a-ticket). */
  create: endpoint("tickets:create", "POST", "/tickets", { v1: true })
    .errors(
      among(
        ...(["customer_not_found", "customer_has_no_email", "colleague_not_found", "team_not_found"] as const),
        ...(["recipients_are_own", "sending_quota_reached"] as const),
      ),
    )
    .input(newTicketSchema)
    .output(ticketDetailSchema),
  update: endpoint("tickets:update", "PATCH", "/tickets/{id}", { v1: true })
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "ticket_merged", "ticket_changed_meanwhile"] as const),
        ...(["too_many_tags", "colleague_not_found", "team_not_found"] as const),
      ),
    )
    .input(ticketEditSchema.extend({ id }))
    .output(ticketDetailSchema),
  /** Deletes it for good, with its messages and files. */
  delete: endpoint("tickets:delete", "DELETE", "/tickets/{id}")
    .errors(among("ticket_not_found", "ticket_mail_on_its_way"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** The teams and people from whom tickets are being taken, with how far that is. */
  releases: endpoint("tickets:read", "GET", "/ticket-releases").output(z.object({ items: z.array(releaseSchema) })),
  /** The newest steps of its trail, or those before one of them, newest last. */
  activity: endpoint("tickets:read", "GET", "/tickets/{id}/activity", { v1: true })
    .errors(among("ticket_not_found"))
    .input(
      z.object({
        id,
        before: id.optional(),
        /** Leaves out what stands in the thread as a message or a note. */
        onlySteps: z.union([z.boolean(), z.stringbool()]).default(false),
      }),
    )
    .output(z.object({ items: z.array(activitySchema), hasOlder: z.boolean() })),
  /** Marks what its customer wrote so far as seen by whoever asks. */
  markRead: endpoint("tickets:read", "POST", "/tickets/{id}/read")
    .errors(among("ticket_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** The other tickets of its customer, the newest first, and since when they are known (docs/product.md#the-customer-beside-a-ticket). */
  ofCustomer: endpoint("tickets:read", "GET", "/tickets/{id}/siblings")
    .errors(among("ticket_not_found"))
    .input(z.object({ id }))
    .output(
      z.object({
        items: z.array(ticketCardSchema),
        /** All tickets of the customer, this one among them; 0 without a customer. */
        total: z.number().int(),
        firstContactAt: timestamp.nullable(),
      }),
    ),
  changeStatus: endpoint("tickets:change-status", "POST", "/tickets/{id}/status", { v1: true })
    .errors(
      among(
        ...(["ticket_not_found", "ticket_archived", "ticket_merged"] as const),
        ...(["ticket_status_unchanged", "ticket_status_changed_meanwhile"] as const),
      ),
    )
    .input(changeStatusSchema.extend({ id }))
    .output(ticketDetailSchema),
  reopen: endpoint("tickets:change-status", "POST", "/tickets/{id}/reopen", { v1: true })
    .errors(among("ticket_not_found", "ticket_not_archived", "ticket_merged"))
    .input(z.object({ id }))
    .output(ticketDetailSchema),
  /**
   * Changes many, each for itself (docs/product.md#many-at-once). A change of more than one request takes comes in parts with the
   * same key: whoever is given tickets is told once. What it has changed already stays as it is and is answered as it was then.
   */
  changeMany: endpoint("tickets:update", "POST", "/tickets/change", { isHeavy: true })
    .input(changeManyInput)
    .output(changeManyOutput),
};
