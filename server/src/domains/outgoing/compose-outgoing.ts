import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { RecipientKind } from "@deskhand/contract/vocabulary";
import { type RatingFaces, renderReplyEmail } from "@deskhand/email";
import * as z from "zod";
import type { Db, TenantTx } from "../../platform/db/tenant.ts";
import { installationKey } from "../../platform/mailer/installation-key.ts";
import type { AttachedFile, OutgoingMail } from "../../platform/mailer/mailer.ts";
import type { Settings } from "../../platform/settings.ts";
import { readWholeFile } from "../../platform/storage/files.ts";
import { findTenant } from "../tenants/index.ts";
import { type CarriedMessage, messages, ratingRequests } from "./asked.queries.ts";
import { type EmailSender, emailBranding } from "./branding/email-branding.ts";
import { composeAccountMail, composeWithoutLink, isInvitation } from "./compose-account-mail.ts";
import { composeProbe, composeProbeWithoutMark, type ProbeKind, probeKinds } from "./compose-system-mail.ts";
import { type LockedOutgoing, selectToShow } from "./outgoing.queries.ts";
import { composeProductMail, isProductMail } from "./product-mails.ts";
import { loopHeader, outlookHeaders } from "./reply-headers.ts";
import { loopMark, mailKey, replyAddress, type Sending } from "./signed-address.ts";

/** The part of a longer message that is quoted; its recipients have the rest. */
export const quotedLength = 5_000;

/** The stored details of a message's mail, fixed when the message was written. */
const replyDetailsSchema = z.object({
  subject: z.string(),
  ticketLabel: z.string(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  /** The message that is quoted below the reply. */
  answeredMessageId: z.string().nullable(),
  /** The position of its recipient among the message's. */
  place: z.number().default(0),
  /** The customer, if the recipient is one, as retries go to their current address. */
  customerId: z.string().nullish(),
  /** The answered message, quoted or not. */
  answersMessageId: z.string().nullable().default(null),
  /** Whether all recipients know the answered message, and with it the topic that its Thread-Topic reveals. */
  tellsTopic: z.boolean().default(true),
  /** The request for a rating that the mail makes. */
  ratingId: z.string().nullable().default(null),
});
type ReplyDetails = z.output<typeof replyDetailsSchema>;

type MailSettings = Pick<Settings, "mailDomain" | "publicUrl" | "secret">;
type Composing = { db: Db; settings: MailSettings };

/**
 * Composes the mail to send from its row; the same row gives the same mail on every try. Its files are read in transactions of their own
 * while it is sent.
 */
export async function composeOutgoing(
  tx: TenantTx,
  { db, settings }: Composing,
  mail: LockedOutgoing,
): Promise<OutgoingMail> {
  const composed = await compose(tx, { db, settings }, mail, {
    composeAccountMail,
    composeProbe,
    isShown: false,
  });
  return { ...composed, signedBy: composed.signedBy ?? (await installationKey(db, settings)) };
}

/** Composes a row's mail for display, without links or marks that prove something, and unsigned. */
function composeToShow(tx: TenantTx, composing: Composing, mail: LockedOutgoing): Promise<OutgoingMail> {
  return compose(tx, composing, mail, {
    composeAccountMail: composeWithoutLink,
    composeProbe: composeProbeWithoutMark,
    isShown: true,
  });
}

type Composers = {
  composeAccountMail: typeof composeAccountMail;
  composeProbe: typeof composeProbe;
  /** Whether links of ours are left out that prove who opens them. */
  isShown: boolean;
};

async function compose(
  tx: TenantTx,
  { db, settings }: Composing,
  mail: LockedOutgoing,
  composers: Composers,
): Promise<OutgoingMail> {
  if (mail.messageId === null) {
    const { kind, details, to_email: to, mail_message_id: mailMessageId } = mail;
    const tenant = await findTenant(tx);
    const { clientCode, storeName } = tenant;
    if (isProbe(kind))
      return composers.composeProbe(settings, { kind, to, mailMessageId, details, clientCode, storeName });
    if (isProductMail(kind)) return composeProductMail(settings, { kind, to, mailMessageId, details }, tenant);
    return composers.composeAccountMail(settings, {
      tenantId: tx.tenantId,
      kind,
      to,
      mailMessageId,
      // A bounce then shows in the tenant's mail log instead of getting lost.
      returnPath: tenant.supportEmail,
      details,
    });
  }
  const attachments = await attachedFiles(tx, db, mail.messageId);
  const { signedBy, ...composed } = await composeReply(tx, settings, { mail, ...composers }, mail.messageId);
  return { ...composed, attachments, ...(signedBy && { signedBy }) };
}

function isProbe(kind: string): kind is ProbeKind {
  return probeKinds.some((each) => each === kind);
}

async function attachedFiles(tx: TenantTx, db: Db, messageId: string): Promise<AttachedFile[]> {
  const { tenantId } = tx;
  const files = await messages.answer.filesOf(tx, messageId);
  return files.map(({ id, size, ...named }) => ({ ...named, open: () => readWholeFile(db, tenantId, { id, size }) }));
}

async function composeReply(
  tx: TenantTx,
  settings: MailSettings,
  { mail, isShown }: { mail: LockedOutgoing } & Pick<Composers, "isShown">,
  messageId: string,
): Promise<Omit<OutgoingMail, "signedBy"> & Pick<EmailSender, "signedBy">> {
  const details = replyDetailsSchema.parse(mail.details);
  const reply = await messages.answer.carried(tx, messageId, details.answersMessageId);
  const isAutomatic = mail.kind === "acknowledgement";
  if (!reply) throw new Error("The message of a reply's mail is gone");
  const faces =
    details.ratingId === null ? null : await ratingRequests.answer.faces(tx, settings, details.ratingId, isShown);
  const { parts, from, signedBy, tenant } = await renderReply(tx, settings, {
    ...details,
    ...reply,
    isAutomatic,
    faces,
  });
  const outlook = reply.outlook && { ...reply.outlook, topic: details.tellsTopic ? reply.outlook.topic : null };
  const ticket = { clientCode: tenant.clientCode, ticketId: reply.answered_at };
  const address = (sending: Sending | null) =>
    replyAddress(mailKey(settings.secret), settings.mailDomain, { ...ticket, sending });
  return {
    ...parts,
    messageId: mail.mail_message_id,
    from,
    signedBy,
    to: mail.toWritten ?? mail.to_email,
    // Mails queued before recipients were stored only name their own recipient.
    ...(reply.recipients.length > 0 && {
      named: { to: recipientsIn(reply.recipients, "to"), cc: recipientsIn(reply.recipients, "cc") },
    }),
    replyTo: address(null),
    // Bounces do not reliably name a Message-ID; this address identifies the ticket and the sending.
    returnPath: address({ place: details.place, resends: mail.resends }),
    subject: details.subject,
    ...(details.inReplyTo ? { inReplyTo: details.inReplyTo, references: details.references } : {}),
    headers: {
      ...loopHeaders(settings),
      ...(isAutomatic && automaticHeaders),
      ...outlookHeaders(outlook, new Date(reply.created_at), messageId),
    },
  };
}

function recipientsIn(
  recipients: CarriedMessage["recipients"],
  kind: RecipientKind,
): { name: string; address: string }[] {
  return recipients
    .filter((recipient) => recipient.kind === kind)
    .map(({ email, name, written }) => ({ address: written ?? email, name: name ?? "" }));
}

type Rendering = Pick<ReplyDetails, "ticketLabel" | "answeredMessageId"> & {
  content: string;
  isAutomatic: boolean;
  faces?: RatingFaces | null;
};

/** Renders both parts of a ticket's mail, and returns its sender. */
export async function renderReply(
  tx: TenantTx,
  settings: MailSettings,
  { ticketLabel, answeredMessageId, content, isAutomatic, faces }: Rendering,
) {
  const tenant = await findTenant(tx);
  const { branding, from, signedBy } = await emailBranding(tx, tenant, settings);
  const quoted = answeredMessageId ? await quoteOf(tx, answeredMessageId) : undefined;
  const parts = renderReplyEmail({
    branding,
    ticketLabel,
    content: faces ? faces.intro : withoutRatingLinks(content),
    // That a mail with faces is automatic is plain to see, and it is in the customer's language.
    isAutomatic: isAutomatic && !faces,
    ...(faces && { faces }),
    ...(quoted ? { quoted } : {}),
  });
  return { parts, from, signedBy, tenant };
}

/** RFC 3834, section 3.1.7; Exchange sends automatic answers unless the second header forbids it. */
const automaticHeaders = { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" };

function loopHeaders({ secret, mailDomain }: MailSettings): Record<string, string> {
  return { [loopHeader]: loopMark(mailKey(secret), mailDomain) };
}

async function quoteOf(tx: TenantTx, messageId: string) {
  const quoted = await messages.answer.carried(tx, messageId, null);
  if (!quoted) return undefined;
  const { content } = quoted;
  const text = content.length > quotedLength ? `${content.slice(0, quotedLength).trimEnd()}…` : content;
  return { authorName: authorOf(quoted), date: new Date(quoted.created_at), text: withoutRatingLinks(text) };
}

/** The secret part of a link to rate, as it stands in what customers quote: a forward or an answer in copy must not hand it on. */
const ratingLink = /(\/rate(?:\/|%2f))[a-z2-7]{40,200}/gi;

/** Removes the secret part of links to rate from a text. */
function withoutRatingLinks(text: string): string {
  return text.replace(ratingLink, "$1…");
}

/** Names the author of a quoted message with their address, as anybody can use somebody else's name. */
function authorOf({ author_name: name, written_from: email }: CarriedMessage): string {
  return email === null ? shownAddress(name) : namedAddress({ name, email }, shownAddress);
}

/** A mail composed again for display, with the time of its sending or queueing. */
type ShownMail = { mail: OutgoingMail; at: string; isLinkWithheld: boolean; isTextWithheld: boolean };

/**
 * Composes a mail again as it would be sent now, as sent mails are not stored. One-time links, signatures and the text of invitations are
 * left out. Undefined if there is no such mail.
 */
export async function composeAgain(
  tx: TenantTx,
  composing: Parameters<typeof composeToShow>[1],
  id: string,
): Promise<ShownMail | undefined> {
  const row = await selectToShow(tx, id);
  if (!row) return undefined;
  const isTextWithheld = isInvitation(row.kind);
  const isLinkWithheld = !isTextWithheld && ("sealedToken" in row.details || "probeId" in row.details);
  const mail = await composeToShow(tx, composing, row);
  return { mail, at: row.sentAt ?? row.createdAt, isLinkWithheld, isTextWithheld };
}
