import type { Access } from "./permissions.ts";

/** The pages that links in mails open; each has its token, 43 characters of base64url, as the fragment. */
export const linkPages = ["confirm", "reset-password", "invitation", "change-email"] as const;

/** Whether an address, such as that of a link, is one of the dashboard and leads nowhere else. */
export function isDashboardAddress(address: string): boolean {
  return /^\/dashboard(?:[?#/]|$)/.test(address);
}

/** A mail's sanitised HTML, for a sandboxed frame; remote images stay off until asked for. */
export function messageFrameUrl(messageId: string, showRemoteImages = false): string {
  return `/api/messages/${messageId}/frame${showRemoteImages ? "?images=remote" : ""}`;
}

/** The address at which this server fetches a mail's picture from another server. `at` is its place among the mail's pictures, from 0. */
export function remoteImageUrl(messageId: string, at: number): string {
  return `/api/messages/${messageId}/remote-images/${at}`;
}

/** The address of a user's picture; the file's id changes it with the picture. */
export function avatarUrl(userId: string, fileId: string): string {
  return `/api/avatars/${userId}?v=${fileId}`;
}

/** The address that shows an attachment instead of downloading it; only for real images and PDF files. */
export function attachmentPreviewUrl(attachmentId: string): string {
  return `/api/attachments/${attachmentId}/preview`;
}

/** The address that says how far a person has come in signing in, as `{ at }`: "out", "code", "set-up" or "in". */
export const arrivalUrl = "/api/sign-in/arrival";

/** The download of all files of a message, or of a ticket, as one archive. */
export function filesZipUrl(kind: "message" | "ticket", id: string): string {
  return `/api/${kind}s/${id}/files.zip`;
}

/**
 * The upload of a file for a reply, as the request's whole body; returns an {@link Upload}. A second request with the same key
 * returns what the first one did.
 */
export function uploadUrl(ticketId: string, { filename, key }: { filename: string; key: string }): string {
  return `/api/tickets/${ticketId}/uploads?${new URLSearchParams({ filename, key })}`;
}

/**
 * The upload of a file for a resource, as the request's whole body; returns a {@link ResourceUpload}. A second request with the
 * same key returns what the first one did.
 */
export function resourceUploadUrl({ filename, key }: { filename: string; key: string }): string {
  return `/api/knowledge/uploads?${new URLSearchParams({ filename, key })}`;
}

/** The upload of a logo, as the request's whole body; returns a {@link UploadedLogo}. */
export const logoUploadUrl = "/api/email-settings/logo";

/** An empty page for a sandboxed frame; it shows the HTML of a mail that is posted to it as a message. */
export const emailFrameUrl = "/api/email-settings/frame";

/** The public path at which a customer rates the help, below the installation's address; with a score it is chosen, and not sent. */
export function ratingPath(link: string, score?: number): string {
  return `/rate/${link}${score === undefined ? "" : `/${score}`}`;
}

/** The public path of an uploaded logo, below the installation's address; its name cannot be guessed. */
export function logoPath(name: string): string {
  return `/email-assets/logos/${name}`;
}

/** The download of all data about a customer, as JSON. */
export function customerExportUrl(customerId: string): string {
  return `/api/customers/${customerId}/export`;
}

/** The download of a mail of the log as it was sent, without links of ours that work only once. */
export function rawMailUrl(id: string): string {
  return `/api/mail/log/${id}/raw`;
}

/** The download of the audit log as CSV: all entries of a filter. */
export function auditExportUrl(filter: Partial<Record<"userId" | "kind" | "from" | "until", string>>): string {
  const query = new URLSearchParams(filter).toString();
  return `/api/audit/export${query && `?${query}`}`;
}

/** The download of a store's export, once it is ready. */
export function storeExportUrl(id: string): string {
  return `/api/setup/export/${id}/file`;
}

/** Where an installation shows the documentation itself, unless DOCS_URL names another place. */
export const docsPath = "/docs";

/** All routes outside the contract, each with who may use it; the walk over all routes fails on any other. */
export const otherRoutes: Record<string, Access> = {
  "GET /": "public",
  "GET /login": "public",
  "GET /confirm": "public",
  "GET /reset-password": "public",
  "GET /invitation": "public",
  "GET /change-email": "public",
  "GET /dashboard": "public",
  "GET /dashboard/*": "public",
  "GET /tickets": "public",
  "GET /assets/*": "public",
  "GET /privacy.html": "public",
  "GET /terms.html": "public",
  "GET /docs": "public",
  "GET /docs/*": "public",
  "GET /robots.txt": "public",
  "GET /sitemap.xml": "public",
  "GET /favicon.ico": "public",
  "GET /icon.svg": "public",
  "GET /apple-touch-icon.png": "public",
  "GET /icon-192.png": "public",
  "GET /icon-512.png": "public",
  "GET /manifest.webmanifest": "public",
  "GET /social.png": "public",
  "GET /videos/:name": "public",
  "GET /api/docs": "public",
  "GET /api/openapi.json": "public",
  "POST /api/auth/sign-up/email": "public",
  "GET /api/auth/sign-up": "public",
  "POST /api/auth/forgot-password": "public",
  "POST /api/auth/links/look": "public",
  "POST /api/auth/links/confirm": "public",
  "POST /api/auth/links/reset-password": "public",
  "POST /api/auth/links/invitation": "public",
  "POST /api/auth/links/change-email": "public",
  "POST /api/auth/sign-in/email": "public",
  "GET /api/sign-in/arrival": "public",
  "POST /api/auth/sign-in/social": "public",
  // A provider sends the browser back here, which leads on to the desk, or to the sign-in with a sentence.
  "GET /api/auth/oauth2/callback/google": "public",
  "GET /api/auth/oauth2/callback/twitter": "public",
  "GET /api/auth/passkey/generate-authenticate-options": "public",
  "POST /api/auth/passkey/verify-authentication": "public",
  "POST /api/auth/sign-out": "public",
  "POST /api/email-to-ticket": "public",
  "POST /api/email-to-ticket/mailgun/mime": "public",
  "POST /api/email-to-ticket/postmark": "public",
  "POST /api/email-to-ticket/sendgrid": "public",
  "POST /api/shopify/webhooks": "public",
  "POST /api/account/avatar": "account:update",
  "DELETE /api/account/avatar": "account:update",
  "GET /api/avatars/:userId": "account:read",
  "POST /api/email-settings/logo": "email-settings:manage",
  // The page is empty until it gets something to show.
  "GET /api/email-settings/frame": "public",
  "GET /email-assets/logos/:name": "public",
  "GET /api/attachments/:id": "tickets:read",
  "GET /api/attachments/:id/preview": "tickets:read",
  "GET /api/messages/:id/files.zip": "tickets:read",
  "GET /api/tickets/:id/files.zip": "tickets:read",
  "POST /api/tickets/:ticketId/uploads": "messages:reply",
  "POST /api/knowledge/uploads": "knowledge:write",
  "GET /api/messages/:id/frame": "tickets:read",
  "GET /api/messages/:id/images/:image": "tickets:read",
  "GET /api/messages/:id/remote-images/:at": "tickets:read",
  "GET /api/customers/:id/export": "customers:export",
  "GET /api/mail/log/:id/raw": "mail:read-log",
  "GET /api/audit/export": "audit:read",
  "GET /api/reports/table.csv": "dashboard:read",
  "GET /api/setup/export/:id/file": "client:manage",
  // The platform signs it; a person who is not signed in is told so there.
  "GET /api/shopify/callback": "public",
  "GET /dev/outbox": "public",
  "GET /dev/outbox/:file": "public",
  "GET /dev/outbox/:file/html": "public",
  "GET /dev/outbox/:file/raw": "public",
  // Open to anybody while the article is public, otherwise only to the tenant's own staff.
  "GET /knowledge/:id": "public",
  "GET /knowledge/:id/": "public",
  "GET /knowledge/:id/file": "public",
  // The link is signed and works for some minutes.
  "GET /knowledge/:id/file/:link": "public",
  // The link names a request for a rating, and is signed.
  "GET /rate/:link": "public",
  "GET /rate/:link/:score": "public",
  "POST /rate/:link": "public",
  "GET /health": "public",
  "GET /health/live": "public",
  "GET /health/ready": "public",
};
