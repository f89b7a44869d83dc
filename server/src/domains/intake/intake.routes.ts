import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { isId } from "../../platform/db/ids.ts";
import { fail } from "../../platform/fail.ts";
import { api, requireAccess } from "../../platform/http/api.ts";
import { asDownload } from "../../platform/http/downloads.ts";
import type { Services } from "../../platform/services.ts";
import { selectRefusals } from "./accept/accept.queries.ts";
import { blockSender, listBlocked, restoreBlock, unblockSender } from "./block/block-sender.ts";
import { keepRawMail, readStorage } from "./capacity/read-storage.ts";
import { listShared, removeShared, setShared } from "./hold/shared-senders.ts";
import { listMailLog, readMailLogEntry } from "./log/mail-log.ts";
import { makeTicket, processAgain, releaseMail, tryAgain } from "./log/process-again.ts";
import { downloadMail, readRawMail, refuseLink } from "./log/read-raw-mail.ts";
import { listHeld, releaseHeld } from "./log/release-held.ts";

export const mailRoutes = {
  log: api.mail.log.handler(({ context, input }) => context.withTenant((tx) => listMailLog(tx, input))),
  entry: api.mail.entry.handler(({ context, input }) => context.withTenant((tx) => readMailLogEntry(tx, input.id))),
  raw: api.mail.raw.handler(({ context, input }) => readRawMail(context.services, context.actor.tenantId, input.id)),
  processAgain: api.mail.processAgain.handler(({ context, input }) =>
    context.withTenant((tx) => processAgain(tx, context.services.jobs, context.actor, input.id)),
  ),
  release: api.mail.release.handler(async ({ context, input }) => {
    await refuseLink(context.services, context.actor.tenantId, input.id);
    return context.withTenant((tx) => releaseMail(tx, context.services.jobs, context.actor, input.id));
  }),
  makeTicket: api.mail.makeTicket.handler(async ({ context, input }) => {
    await refuseLink(context.services, context.actor.tenantId, input.id);
    return context.withTenant((tx) => makeTicket(tx, context.services.jobs, context.actor, input.id));
  }),
  tryAgain: api.mail.tryAgain.handler(({ context, input }) =>
    context.withTenant((tx) => tryAgain(tx, context.services, context.actor, input)),
  ),
};

export const heldMailRoutes = {
  list: api.heldMail.list.handler(({ context, input }) => context.withTenant((tx) => listHeld(tx, input))),
  release: api.heldMail.release.handler(({ context: { actor, services, withTenant }, input }) =>
    withTenant((tx) => releaseHeld(tx, services.jobs, actor, input)),
  ),
  refused: api.heldMail.refused.handler(({ context }) =>
    context.withTenant(async (tx) => ({ items: await selectRefusals(tx) })),
  ),
};

export const sharedSendersRoutes = {
  list: api.sharedSenders.list.handler(({ context }) => context.withTenant(listShared)),
  set: api.sharedSenders.set.handler(({ context, input }) =>
    context.withTenant((tx) => setShared(tx, context.actor, input)),
  ),
  remove: api.sharedSenders.remove.handler(({ context, input }) =>
    context.withTenant((tx) => removeShared(tx, context.actor, input.id)),
  ),
};

export const blockedSendersRoutes = {
  list: api.blockedSenders.list.handler(({ context, input }) => context.withTenant((tx) => listBlocked(tx, input))),
  add: api.blockedSenders.add.handler(({ context: { actor, services, withTenant }, input }) =>
    withTenant((tx) => blockSender(tx, actor, services.settings.mailDomain, input)),
  ),
  remove: api.blockedSenders.remove.handler(({ context, input }) =>
    context.withTenant((tx) => unblockSender(tx, context.actor, input.id)),
  ),
  restore: api.blockedSenders.restore.handler(({ context, input }) =>
    context.withTenant((tx) => restoreBlock(tx, context.actor, input.id)),
  ),
};

export const storageRoutes = {
  read: api.storage.read.handler(({ context }) => context.withTenant(readStorage)),
  keepRawMail: api.storage.keepRawMail.handler(({ context: { actor, withTenant }, input }) =>
    withTenant((tx) => keepRawMail(tx, actor, input.rawMailDays)),
  ),
};

/** Serves `GET /api/mail/log/:id/raw`: streams a mail as it travels, always as a download. */
export function rawMailRoutes(http: FastifyInstance, services: Pick<Services, "db" | "settings">): void {
  http.get<{ Params: { id: string } }>(
    "/api/mail/log/:id/raw",
    { compress: false, config: { work: "files" } },
    async (request, reply) => {
      const { tenantId } = requireAccess(request.actor, "mail:read-log");
      const { id } = request.params;
      if (!isId(id)) throw fail("mail_log_entry_not_found");
      const { bytes, size } = await downloadMail(services, tenantId, id);
      if (size !== null) reply.header("content-length", size);
      return reply
        .header("content-type", "text/plain; charset=utf-8")
        .header("content-disposition", asDownload(`mail-${id}.eml`))
        .header("cache-control", "no-store")
        .header("content-security-policy", "sandbox; default-src 'none'")
        .header("x-content-type-options", "nosniff")
        .send(Readable.from(bytes, { objectMode: false }));
    },
  );
}
