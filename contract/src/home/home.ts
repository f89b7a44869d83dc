import * as z from "zod";
import { systemPartIds } from "../admin/setup.ts";
import { endpoint } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { id, timestamp } from "../page.ts";
import { ticketCardSchema } from "../tickets.ts";

/** A number of tickets as their list has it; exact, or up to `limits.viewCountCap` plus one where no counter knows. */
const tickets = z.number().int();
const fewTickets = z.array(ticketCardSchema).max(limits.homeTickets);

/** What one person has to do, and waits for. */
const mineSchema = z.object({
  open: tickets,
  needsReply: tickets,
  atRisk: tickets,
  breached: tickets,
  overdue: tickets,
  /** Waits for the customer. */
  pending: tickets,
  snoozed: tickets,
  /** Open tickets that nobody has. */
  unassigned: tickets,
  /** What they asked a colleague to approve. */
  approvals: z.number().int(),
  /** Those of their tickets whose targets are due next. */
  nextDue: fewTickets,
  /** Those of their tickets whose customers have waited the longest. */
  longestWaiting: fewTickets,
  /** Notes that name them and that they have not read, the newest first. */
  mentions: z.array(
    z.object({
      /** The notification's. */
      id: z.string(),
      by: z.string().nullable(),
      ticketId: id,
      ticketNumber: z.number().int(),
      subject: z.string(),
      at: timestamp,
    }),
  ),
  /** How many such notes there are, up to `limits.homeMentionsCounted`. */
  mentionCount: z.number().int(),
});
export type MyWork = z.infer<typeof mineSchema>;

export const presences = ["online", "away", "offline"] as const;

const workerSchema = z.object({
  id,
  name: z.string(),
  presence: z.enum(presences),
  /** Active and not snoozed. */
  openTickets: tickets,
});
export type Worker = z.infer<typeof workerSchema>;

const workingTeamSchema = z.object({
  id,
  name: z.string(),
  memberIds: z.array(id),
  /** Its open tickets that nobody has. */
  untaken: tickets,
});
export type WorkingTeam = z.infer<typeof workingTeamSchema>;

/** What can fail or wait for a lead, besides what `systemPartIds` names. */
const alertKinds = [
  ...(["mail_failed", "mail_bounced", "mailbox_failed", "grant_lost", "webhook_refused", "rule_stopped"] as const),
  ...(["incident_open", "approval_waiting"] as const),
] as const;

const alertSchema = z.object({
  kind: z.enum(alertKinds),
  /** How many there are; of mails at most `limits.leavingMailsCounted`. */
  count: z.number().int(),
  /** The first of them, by name; none where they have none. */
  names: z.array(z.string()),
  /** The one that it is about; null for several. */
  id: id.nullable(),
});
export type Alert = z.infer<typeof alertSchema>;

const leadSchema = z.object({
  /** What does not work, in one sentence each. */
  faults: z.array(z.object({ part: z.enum(systemPartIds), words: z.string() })),
  alerts: z.array(alertSchema),
  atRisk: tickets,
  breached: tickets,
  nextDue: fewTickets,
  waiting: tickets,
  /** Those whose customers have waited the longest. */
  longestWaiting: fewTickets,
  /** Everybody who works here, who is online first. */
  people: z.array(workerSchema),
  teams: z.array(workingTeamSchema),
});
export type LeadHome = z.infer<typeof leadSchema>;

const homeSchema = z.object({
  mine: mineSchema,
  /** Null for who does not oversee the store's work. */
  lead: leadSchema.nullable(),
});
export type Home = z.infer<typeof homeSchema>;

/** What somebody comes to the dashboard for (docs/product.md#home). */
export const home = {
  read: endpoint("dashboard:read", "GET", "/home").output(homeSchema),
};
