import { type Html, html } from "./html.ts";
import { outboxStyle } from "./outbox-style.ts";
import type { OutboxMail } from "./read-outbox.ts";

/** The page that lists the outbox; `older` is where the next page begins. */
export function listPage(mails: OutboxMail[], older: string | undefined): string {
  const list = mails.length
    ? html`<ol>${mails.map(entry)}</ol>`
    : html`<p>No mail was sent yet. With no SMTP_URL set, every mail that Deskhand sends is kept here.</p>`;
  const more = older ? html`<p><a href="/dev/outbox?before=${older}">Older mails</a></p>` : html``;
  return page("Outbox", html`<main><h1>Outbox</h1>${list}${more}</main>`);
}

/** The page of one mail: who, what, both parts, and every header. */
export function mailPage(mail: OutboxMail): string {
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
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${{ html: outboxStyle }}</style></head>
<body>${body}</body></html>`.html;
}
