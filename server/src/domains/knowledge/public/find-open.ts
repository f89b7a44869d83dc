import { accessLevelsOf } from "@deskhand/contract/vocabulary";
import { html } from "@deskhand/email/html";
import type { FastifyReply } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import { asTenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { type Notice, sendNotice } from "../../../platform/http/public-page.ts";
import type { Services } from "../../../platform/services.ts";
import { type Openness, selectStoreOfPublic } from "./public.queries.ts";

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
const missing: Notice = {
  title: "This document is not available",
  content: html`<p>The link may be wrong, or the document is no longer shared.</p>
<p>Do you work here? <a href="/login">Sign in</a> and open the link again.</p>`,
};

/** Sends the page for everything the caller may not see. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendNotice(reply.code(404), missing);
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
    return sendNotice(reply.code(410), { title: "This link has expired", content: html`${reason}${permanentLink}` });
  }
  const reason = html`<p>It is not as it was made: a part may be missing.</p>`;
  return sendNotice(reply.code(403), { title: "This link has been changed", content: html`${reason}${permanentLink}` });
}
