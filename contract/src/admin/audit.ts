import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, pageInput, timestamp } from "../page.ts";
import { type AuditKind, auditKinds } from "./audit-actions.ts";

const kindNames = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

const entrySchema = z.object({
  id,
  createdAt: timestamp,
  /** One of `auditActions`, or an action that an earlier version recorded. */
  action: z.string(),
  /** Null for the system. */
  actorId: z.string().nullable(),
  /** Their name at the time. */
  actorName: z.string().nullable(),
  /** Their address at the time; for entries of an earlier version their present one. */
  actorEmail: z.string().nullable(),
  /** Who or what was affected: an id, and its name at the time. */
  subjectId: z.string().nullable(),
  subject: z.string().nullable(),
  /** How many actions within one hour the entry stands for, and when the first was; the entry has the time of the last. */
  times: z.number().int(),
  since: timestamp,
  details: z.record(z.string(), z.unknown()),
  /** Null if no request caused it. */
  ip: z.string().nullable(),
  /** Such as "Chrome on Windows". */
  device: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof entrySchema>;

/** Selects entries; without any field it means all. */
export const auditFilterSchema = z.object({
  /** Actions of this person, and actions on them. */
  userId: id.optional(),
  kind: z.enum(kindNames).optional(),
  /** The first moment included, and the first one excluded. */
  from: timestamp.optional(),
  until: timestamp.optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

export const audit = {
  /** Lists entries, newest first. */
  list: endpoint("audit:read", "GET", "/audit", { v1: true })
    .errors(among("user_not_found"))
    .input(
      auditFilterSchema.extend(pageInput.shape).extend({
        limit: z.coerce.number().int().min(1).max(limits.auditPageSize).default(limits.auditPageSize),
      }),
    )
    .output(z.object({ items: z.array(entrySchema), nextCursor: z.string().nullable() })),
  /** Lists everybody in the log by name and address, including people who left. */
  people: endpoint("audit:read", "GET", "/audit/people").output(
    z.object({ items: z.array(z.object({ id, name: z.string() })) }),
  ),
};
