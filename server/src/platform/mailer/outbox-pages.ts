import type { FastifyInstance, FastifyReply } from "fastify";
import { ownHostCheck } from "../http/own-origin.ts";
import { stylePolicy } from "../http/styled-page.ts";
import type { Settings } from "../settings.ts";
import { listPage, mailPage, outboxStyle } from "./outbox-html.ts";
import { outboxFolder } from "./outbox-mailer.ts";
import { listOutbox, type OutboxMail, readOutboxFile, readOutboxMail, type ShowMail } from "./read-outbox.ts";

const pageSize = 50;
const pagePolicy = `${stylePolicy(outboxStyle)}; frame-src 'self'`;
/** A mail's own HTML: styles and pictures, no scripts, no forms; its links open beside it. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

type Named = { Params: { file: string } };

type Needed = Pick<Settings, "isProduction" | "dataDir" | "publicUrl"> & { showMail: ShowMail };

/** The pages under /dev/outbox, where mail that was not sent is read, by names of this machine alone; registers nothing in production. */
export async function outboxPages(app: FastifyInstance, settings: Needed): Promise<void> {
  if (!settings.isProduction) await app.register(async (scope) => addPages(scope, settings));
}

function addPages(app: FastifyInstance, { dataDir, publicUrl, showMail }: Needed): void {
  const isOwnHost = ownHostCheck(publicUrl);
  app.addHook("onRequest", async ({ headers }, reply) =>
    isOwnHost(headers.host)
      ? undefined
      : reply.code(421).type("text/plain; charset=utf-8").send("The outbox is shown at this machine's own names alone"),
  );
  const folder = outboxFolder(dataDir);

  app.get<{ Querystring: { before?: string } }>("/dev/outbox", async (request, reply) => {
    const { before } = request.query;
    const files = await listOutbox(folder, pageSize, typeof before === "string" ? before : undefined);
    const mails = await Promise.all(files.map((file) => readOutboxMail(folder, file, showMail)));
    const older = files.length === pageSize ? files.at(-1) : undefined;
    return sendHtml(
      reply,
      pagePolicy,
      listPage(
        mails.filter((mail): mail is OutboxMail => mail !== undefined),
        older,
      ),
    );
  });
  app.get<Named>("/dev/outbox/:file", async ({ params }, reply) => {
    const mail = await readOutboxMail(folder, params.file, showMail);
    return mail ? sendHtml(reply, pagePolicy, mailPage(mail)) : notThere(reply);
  });
  app.get<Named>("/dev/outbox/:file/html", async ({ params }, reply) => {
    const mail = await readOutboxMail(folder, params.file, showMail);
    return mail ? sendHtml(reply, mailPolicy, mail.html) : notThere(reply);
  });
  app.get<Named>("/dev/outbox/:file/raw", async ({ params }, reply) => {
    const bytes = await readOutboxFile(folder, params.file);
    if (!bytes) return notThere(reply);
    return guarded(reply, pagePolicy)
      .header("content-disposition", `attachment; filename="${params.file}"`)
      .type("message/rfc822")
      .send(bytes);
  });
}

function sendHtml(reply: FastifyReply, policy: string, page: string): FastifyReply {
  return guarded(reply, policy).type("text/html; charset=utf-8").send(page);
}

function notThere(reply: FastifyReply): FastifyReply {
  return reply.code(404).type("text/plain; charset=utf-8").send("There is no such mail in the outbox");
}

function guarded(reply: FastifyReply, policy: string): FastifyReply {
  return reply.headers({
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
}
