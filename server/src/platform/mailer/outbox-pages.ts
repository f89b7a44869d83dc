import { Html, html } from "@deskhand/email/html";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ownHostCheck } from "../http/own-origin.ts";
import { stylePolicy } from "../http/styled-page.ts";
import type { Settings } from "../settings.ts";
import {
  listOutbox,
  type OutboxMail,
  outboxFolder,
  readOutboxFile,
  readOutboxMail,
  type ShowMail,
} from "./outbox-mailer.ts";

const pageSize = 50;
/** The style of the outbox's pages: the desk's colours without its files. */
const outboxStyle = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 24px; background: #0b0d12; color: #e7eaf0;
  font: 14px/20px Inter, system-ui, sans-serif; }
@media (max-width: 600px) { body { padding: 16px; } }
a { color: #7c8cff; }
a:focus-visible, iframe:focus-visible, pre:focus-visible, summary:focus-visible { outline: 2px solid #7c8cff; outline-offset: 2px; }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 16px; line-height: 24px; margin: 24px 0 8px; }
p, dd, .quiet { color: #a3adbd; margin: 0; }
nav { margin-bottom: 16px; display: flex; gap: 16px; }
ol { list-style: none; margin: 16px 0; padding: 0; border: 1px solid #252b38; border-radius: 10px; background: #11141b; }
li + li { border-top: 1px solid #252b38; }
li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover { background: #1d2230; }
li strong { display: block; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: #a3adbd; }
dd { color: #e7eaf0; overflow-wrap: anywhere; }
pre, iframe, table { width: 100%; border: 1px solid #252b38; border-radius: 10px; background: #11141b; }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/18px ui-monospace, monospace; }
iframe { height: 560px; background: #fff; }
table { border-collapse: collapse; font: 12px/16px ui-monospace, monospace; table-layout: fixed; }
th, td { padding: 4px 12px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { width: 200px; color: #a3adbd; font-weight: 400; }
summary { cursor: pointer; margin: 24px 0 8px; }
`;

const pagePolicy = `${stylePolicy(outboxStyle)}; frame-src 'self'`;
/** Policy for a mail's HTML: styles and pictures, no scripts, no forms; links open in a new window. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

type FileRoute = { Params: { file: string } };

type Options = Pick<Settings, "isProduction" | "dataDir" | "publicUrl"> & { showMail: ShowMail };

/** Registers the pages under /dev/outbox, which show unsent mail at this machine's own names; none in production. */
export async function outboxPages(app: FastifyInstance, settings: Options): Promise<void> {
  if (!settings.isProduction) await app.register(async (scope) => addPages(scope, settings));
}

function addPages(app: FastifyInstance, { dataDir, publicUrl, showMail }: Options): void {
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
  app.get<FileRoute>("/dev/outbox/:file", async ({ params }, reply) => {
    const mail = await readOutboxMail(folder, params.file, showMail);
    return mail ? sendHtml(reply, pagePolicy, mailPage(mail)) : sendNotFound(reply);
  });
  app.get<FileRoute>("/dev/outbox/:file/html", async ({ params }, reply) => {
    const mail = await readOutboxMail(folder, params.file, showMail);
    return mail ? sendHtml(reply, mailPolicy, mail.html) : sendNotFound(reply);
  });
  app.get<FileRoute>("/dev/outbox/:file/raw", async ({ params }, reply) => {
    const bytes = await readOutboxFile(folder, params.file);
    if (!bytes) return sendNotFound(reply);
    return withSafeHeaders(reply, pagePolicy)
      .header("content-disposition", `attachment; filename="${params.file}"`)
      .type("message/rfc822")
      .send(bytes);
  });
}

function sendHtml(reply: FastifyReply, policy: string, page: string): FastifyReply {
  return withSafeHeaders(reply, policy).type("text/html; charset=utf-8").send(page);
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type("text/plain; charset=utf-8").send("There is no such mail in the outbox");
}

function withSafeHeaders(reply: FastifyReply, policy: string): FastifyReply {
  return reply.headers({
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
}

/** Renders the list; `older` is where the next page begins. */
function listPage(mails: OutboxMail[], older: string | undefined): string {
  const list = mails.length
    ? html`<ol>${mails.map(entry)}</ol>`
    : html`<p>No mail was sent yet. With no SMTP_URL set, every mail that Deskhand sends is kept here.</p>`;
  const more = older ? html`<p><a href="/dev/outbox?before=${older}">Older mails</a></p>` : html``;
  return page("Outbox", html`<main><h1>Outbox</h1>${list}${more}</main>`);
}

/** Renders one mail: people, subject, both parts and all headers. */
function mailPage(mail: OutboxMail): string {
  const address = `/dev/outbox/${mail.file}`;
  const rows = mail.headers.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return page(
    mail.subject || "(no subject)",
    html`<nav aria-label="Outbox"><a href="/dev/outbox">All mails</a> <a href="${address}/raw">Download</a></nav>
<main><h1>${mail.subject || "(no subject)"}</h1>
<dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to}</dd><dt>Date</dt><dd>${mail.date}</dd></dl>
<h2>As shown</h2>
<iframe title="The mail as shown" src="${address}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text part</h2>
<pre>${linked(mail.text)}</pre>
${attachments(mail)}
<details><summary>Headers</summary><table>${rows}</table></details></main>`,
  );
}

function attachments({ attachments }: OutboxMail): Html {
  if (attachments.length === 0) return html``;
  const items = attachments.map(
    ({ filename, contentType, size }) =>
      html`<li>${filename} <span class="quiet">${contentType}, ${size.toLocaleString("en-US")} bytes</span></li>`,
  );
  return html`<h2>Attachments</h2>
<ul>${items}</ul>`;
}

function entry(mail: OutboxMail): Html {
  return html`<li><a href="/dev/outbox/${mail.file}"><strong>${mail.subject || "(no subject)"}</strong>
<span class="quiet">To ${mail.to} · from ${mail.from} · ${mail.date}</span></a></li>`;
}

function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, at) => (at % 2 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : html`${piece}`));
}

function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Deskhand outbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${new Html(outboxStyle)}</style></head>
<body>${body}</body></html>`.text;
}
