import { accessLevelsOf } from "@deskhand/contract/vocabulary";
import { Html, html } from "@deskhand/email/html";
import type { FastifyReply } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import { asTenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { sendStyledPage } from "../../../platform/http/styled-page.ts";
import type { Services } from "../../../platform/services.ts";
import { type Openness, selectStoreOfPublic } from "./public.queries.ts";
import { noticeStyle } from "./render-page.ts";

type Lookup = { id: string; actor: Actor | null };

/**
 * Reads a resource by its address: one of the reader's own store within their access level, or a public one of any
 * store. Otherwise undefined, after the same steps whether it exists or not.
 */
export async function findOpen<Found>(
  { db }: Pick<Services, "db">,
  { id, actor }: Lookup,
  read: (tx: TenantTx, openness: Openness) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (!isId(id)) return undefined;
  if (actor?.can.includes("knowledge:read")) {
    const found = await db.withTenant(actor.tenantId, (tx) => read(tx, accessLevelsOf(actor.role)));
    if (found) return found;
  }
  const store = await db.withoutTenant((tx) => selectStoreOfPublic(tx, id));
  // It may have been closed meanwhile, so its visibility is checked again.
  return store === undefined ? undefined : db.withTenant(asTenantId(store), (tx) => read(tx, "public"));
}

/** The same for a private, restricted, foreign, deleted or unknown resource. */
const missingPage = noticePage(
  "This document is not available",
  html`<p>The link may be wrong, or the document is no longer shared.</p>
<p>Do you work here? <a href="/login">Sign in</a> and open the link again.</p>`,
);

/** Sends the page for everything the caller may not see. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendNotice(reply.code(404), missingPage);
}

/**
 * Says that a signed link has expired or was never signed, and links to the permanent one, which makes a new one where
 * allowed.
 */
export function sendEndedLink(reply: FastifyReply, resourceId: string, end: "expired" | "changed"): FastifyReply {
  if (!isId(resourceId)) return sendNotFound(reply);
  const permanentLink = html`<p><a href="/knowledge/${resourceId.toLowerCase()}/file">Open the document anew</a></p>`;
  if (end === "expired") {
    const reason = html`<p>Links to a document open it for a short time only.</p>`;
    return sendNotice(reply.code(410), noticePage("This link has expired", html`${reason}${permanentLink}`));
  }
  const reason = html`<p>It is not as it was made: a part may be missing.</p>`;
  return sendNotice(reply.code(403), noticePage("This link has been changed", html`${reason}${permanentLink}`));
}

function sendNotice(reply: FastifyReply, page: string): FastifyReply {
  reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header("x-content-type-options", "nosniff");
  return sendStyledPage(reply, noticeStyle, page);
}

function noticePage(title: string, content: Html): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${new Html(noticeStyle)}</style></head>
<body><main><h1>${title}</h1>
${content}</main></body></html>`.text;
}
