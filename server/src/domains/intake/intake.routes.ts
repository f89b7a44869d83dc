import type { FastifyInstance } from "fastify";
import { isId } from "../../platform/db/ids.ts";
import { fail } from "../../platform/fail.ts";
import { api, requireAccess } from "../../platform/http/api.ts";
import { asDownload } from "../../platform/http/as-download.ts";
import type { Services } from "../../platform/services.ts";
import { readRaw } from "./decide/read-raw.ts";
import { listMailLog } from "./log/list-mail-log.ts";
import { selectRawOfEntry } from "./log/log.queries.ts";
import { readMailLogEntry } from "./log/log-entry.ts";
import { makeTicket, processAgain, releaseMail } from "./log/process-again.ts";
import { tryAgain } from "./log/try-again.ts";

export const mailRoutes = {
  log: api.mail.log.handler(({ context, input }) => context.withTenant((tx) => listMailLog(tx, input))),
  entry: api.mail.entry.handler(({ context, input }) => context.withTenant((tx) => readMailLogEntry(tx, input.id))),
  processAgain: api.mail.processAgain.handler(({ context, input }) =>
    context.withTenant((tx) => processAgain(tx, context.services.jobs, context.actor, input.id)),
  ),
  release: api.mail.release.handler(({ context, input }) =>
    context.withTenant((tx) => releaseMail(tx, context.services.jobs, context.actor, input.id)),
  ),
  makeTicket: api.mail.makeTicket.handler(({ context, input }) =>
    context.withTenant((tx) => makeTicket(tx, context.services.jobs, context.actor, input.id)),
  ),
  tryAgain: api.mail.tryAgain.handler(({ context, input }) =>
    context.withTenant((tx) => tryAgain(tx, context.services, context.actor, input.id)),
  ),
};

/** `GET /api/mail/log/:id/raw`: a mail as it arrived, always as a download, streamed. */
export function rawMailRoutes(http: FastifyInstance, { db }: Services): void {
  http.get<{ Params: { id: string } }>("/api/mail/log/:id/raw", { compress: false }, async (request, reply) => {
    const { tenantId } = requireAccess(request.actor, "mail:read-log");
    const { id } = request.params;
    const raw = isId(id) ? await db.withTenant(tenantId, (tx) => selectRawOfEntry(tx, id)) : undefined;
    if (!raw) throw fail("mail_log_entry_not_found");
    return reply
      .header("content-type", "text/plain; charset=utf-8")
      .header("content-length", raw.size)
      .header("content-disposition", asDownload(`mail-${id}.eml.txt`))
      .header("content-security-policy", "sandbox; default-src 'none'")
      .header("x-content-type-options", "nosniff")
      .send(readRaw(db, tenantId, raw.rawMailId));
  });
}
