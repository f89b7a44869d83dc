import { Readable } from "node:stream";
import { type AuditEntry, type AuditFilter, auditFilterSchema } from "@deskhand/contract/admin/audit";
import { actionWords, actorWords, detailWords } from "@deskhand/contract/admin/audit-actions";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { requireAccess } from "../../platform/http/api.ts";
import { byteOrderMark, csvLine } from "../../platform/http/csv.ts";
import { asDownload } from "../../platform/http/downloads.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "./audit.queries.ts";
import { type EntryCursor, type Page, selectEntries } from "./entries.queries.ts";
import { refuseStranger } from "./list-entries.ts";

const rowsPerPart = 1_000;

/** `GET /api/audit/export`: all entries of a filter as CSV, newest first; the export itself is logged too. */
export function auditExportRoutes(http: FastifyInstance, { db }: Services): void {
  http.get("/api/audit/export", { config: { work: "heavy" } }, async (request, reply) => {
    const actor = requireAccess(request.actor, "audit:read");
    const filter = readFilter(request.query);
    await db.withTenant(actor, async (tx) => {
      await refuseStranger(tx, filter);
      await record(tx, actor.userId, "audit.exported", null, filter);
    });
    const inTenant: InTenant = (work) => db.withTenant(actor.tenantId, work);
    return reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", asDownload(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`))
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .send(Readable.from(linesOf(inTenant, filter), { objectMode: false }));
  });
}

function readFilter(query: unknown): AuditFilter {
  const read = auditFilterSchema.safeParse(query);
  if (read.success) return read.data;
  const { fieldErrors } = z.flattenError(read.error);
  // An id that nobody can have names nobody.
  if ("userId" in fieldErrors) throw fail("user_not_found");
  throw fail("input_invalid", { fields: { ...fieldErrors } });
}

type InTenant = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

// Each part is read in its own transaction, so a slow reader holds no connection.
async function* linesOf(inTenant: InTenant, filter: AuditFilter): AsyncGenerator<string> {
  yield csvHead;
  let after: EntryCursor | null = null;
  do {
    const page: Page = { ...filter, after, limit: rowsPerPart };
    const entries: AuditEntry[] = await inTenant((tx) => selectEntries(tx, page));
    yield entries.map(lineOf).join("");
    after = entries.length < rowsPerPart ? null : (entries.at(-1) ?? null);
  } while (after !== null);
}

/** The first line, which names the columns. */
const csvHead = `${byteOrderMark}${csvLine(["Time (UTC)", "Person", "Action", "To", "Details", "IP address", "Device"])}`;

/** Formats an entry as a line of CSV (RFC 4180). */
function lineOf(entry: AuditEntry): string {
  return csvLine([
    entry.createdAt,
    actorWords(entry),
    actionWords(entry.action),
    entry.subject ?? "",
    [detailWords(entry.details), ...(entry.times > 1 ? [`${entry.times} times since ${entry.since}`] : [])]
      .filter(Boolean)
      .join(", "),
    entry.ip ?? "",
    entry.device ?? "",
  ]);
}
