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
  /** One of `auditActions`, or what an earlier version recorded. */
  action: z.string(),
  /** Null is the system. */
  actorId: z.string().nullable(),
  /** What they were called then. */
  actorName: z.string().nullable(),
  /** The address that they had then; of an entry of an earlier version the one that they have. */
  actorEmail: z.string().nullable(),
  /** To whom or what: an id, and what it was called then. */
  subjectId: z.string().nullable(),
  subject: z.string().nullable(),
  /** For how many it stands, which were within an hour, and when the first was; it is the last of them. */
  times: z.number().int(),
  since: timestamp,
  details: z.record(z.string(), z.unknown()),
  /** Null where no request asked for it. */
  ip: z.string().nullable(),
  /** As "Chrome on Windows". */
  device: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof entrySchema>;

/** Which entries: all, where nothing is said. */
export const auditFilterSchema = z.object({
  /** What somebody did, and what was done to them. */
  userId: id.optional(),
  kind: z.enum(kindNames).optional(),
  /** The first moment, and the first one after. */
  from: timestamp.optional(),
  until: timestamp.optional(),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

export const audit = {
  /** The newest first. */
  list: endpoint("audit:read", "GET", "/audit")
    .errors(among("user_not_found"))
    .input(
      auditFilterSchema.extend(pageInput.shape).extend({
        limit: z.coerce.number().int().min(1).max(limits.auditPageSize).default(limits.auditPageSize),
      }),
    )
    .output(z.object({ items: z.array(entrySchema), nextCursor: z.string().nullable() })),
  /** Everybody who stands in the log by name and address, those who are gone included. */
  people: endpoint("audit:read", "GET", "/audit/people").output(
    z.object({ items: z.array(z.object({ id, name: z.string() })) }),
  ),
};
