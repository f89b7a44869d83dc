import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { RecipientKind } from "@deskhand/contract/vocabulary";
import { renderReplyEmail } from "@deskhand/email";
import * as z from "zod";
import type { Db, TenantTx } from "../../platform/db/tenant.ts";
import { installationKey } from "../../platform/mailer/installation-key.ts";
import type { AttachedFile, OutgoingMail } from "../../platform/mailer/mailer.ts";
import type { Settings } from "../../platform/settings.ts";
import { readWholeFile } from "../../platform/storage/files.ts";
import { findTenant } from "../tenants/index.ts";
import { type CarriedMessage, messages } from "./asked.queries.ts";
import { type EmailSender, emailBranding } from "./branding/email-branding.ts";
import { composeAccountMail, composeWithoutLink, isInvitation } from "./compose-account-mail.ts";
import {
  composeFeedback,
  composeProbe,
  composeProbeWithoutMark,
  type ProbeKind,
  probeKinds,
} from "./compose-system-mail.ts";
import { type LockedOutgoing, selectToShow } from "./outgoing.queries.ts";
import { loopHeader, outlookHeaders } from "./reply-headers.ts";
import { loopMark, mailKey, replyAddress, type Sending } from "./signed-address.ts";

/** A longer message is quoted in part: the customer has it anyway. */
export const quotedLength = 5_000;

/** What the mail of a message is made of besides it, kept as it was when it was written. */
const replyDetailsSchema = z.object({
  subject: z.string(),
  ticketLabel: z.string(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  /** The message that is quoted below the reply. */
  answeredMessageId: z.string().nullable(),
  /** Which of its message's recipients it goes to. */
  place: z.number().default(0),
  /** The customer that this is, as retries go to the address they have by then. */
  customerId: z.string().nullish(),
  /** The message that it answers, quoted or not. */
  answersMessageId: z.string().nullable().default(null),
  /** Whether everybody whom it goes to knows what that one is about, by its own words for it. */
  tellsTopic: z.boolean().default(true),
});
type ReplyDetails = z.output<typeof replyDetailsSchema>;

type MailSettings = Pick<Settings, "mailDomain" | "publicUrl" | "secret">;
type Composing = { db: Db; settings: MailSettings };

/**
 * Makes the mail that is sent from its row; the same row makes the same mail, whenever it is tried. Its files are read,
 * in transactions of their own, while it is being sent.
 */
export async function composeOutgoing(
  tx: TenantTx,
  { db, settings }: Composing,
  mail: LockedOutgoing,
): Promise<OutgoingMail> {
  const made = await compose(tx, { db, settings }, mail, { composeAccountMail, composeProbe });
  return { ...made, signedBy: made.signedBy ?? (await installationKey(db, settings)) };
}

/** The mail of a row to be looked at: never with a link or mark that proves something, and without the signature of its sending. */
function composeToShow(tx: TenantTx, composing: Composing, mail: LockedOutgoing): Promise<OutgoingMail> {
  return compose(tx, composing, mail, {
    composeAccountMail: composeWithoutLink,
    composeProbe: composeProbeWithoutMark,
  });
}

async function compose(
  tx: TenantTx,
  { db, settings }: Composing,
  mail: LockedOutgoing,
  by: { composeAccountMail: typeof composeAccountMail; composeProbe: typeof composeProbe },
): Promise<OutgoingMail> {
  if (mail.messageId === null) {
    const { kind, details, to_email: to, mail_message_id: mailMessageId } = mail;
    const { clientCode, storeName, supportEmail } = await findTenant(tx);
    if (isProbe(kind)) return by.composeProbe(settings, { kind, to, mailMessageId, details, clientCode, storeName });
    if (kind === "feedback") return composeFeedback(settings, { to, mailMessageId, details, clientCode, storeName });
    // A bounce shows in the tenant's mail log instead of getting lost.
    const returnPath = supportEmail;
    return by.composeAccountMail(settings, { tenantId: tx.tenantId, kind, to, mailMessageId, returnPath, details });
  }
  const attachments = await attachedFiles(tx, db, mail.messageId);
  const { signedBy, ...made } = await composeReply(tx, settings, mail, mail.messageId);
  return { ...made, attachments, ...(signedBy && { signedBy }) };
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
  mail: LockedOutgoing,
  messageId: string,
): Promise<Omit<OutgoingMail, "signedBy"> & Pick<EmailSender, "signedBy">> {
  const details = replyDetailsSchema.parse(mail.details);
  const reply = await messages.answer.carried(tx, messageId, details.answersMessageId);
  const isAutomatic = mail.kind === "acknowledgement";
  if (!reply) throw new Error("The message of a reply's mail is gone");
  const { parts, from, signedBy, tenant } = await renderReply(tx, settings, {
    ...details,
    ...reply,
    isAutomatic,
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
    to: mail.to_email,
    // What was queued before we kept them names the one that it goes to.
    ...(reply.recipients.length > 0 && {
      named: { to: namedIn(reply.recipients, "to"), cc: namedIn(reply.recipients, "cc") },
    }),
    replyTo: address(null),
    // Bounces name no Message-ID reliably; this address says which ticket they concern, and which of its sendings.
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

function namedIn(recipients: CarriedMessage["recipients"], kind: RecipientKind): { name: string; address: string }[] {
  return recipients.filter((one) => one.kind === kind).map(({ email, name }) => ({ address: email, name: name ?? "" }));
}

type Rendering = Pick<ReplyDetails, "ticketLabel" | "answeredMessageId"> & {
  content: string;
  isAutomatic: boolean;
};

/** Both parts of a mail of a ticket, and whom it is from. */
export async function renderReply(
  tx: TenantTx,
  settings: MailSettings,
  { ticketLabel, answeredMessageId, content, isAutomatic }: Rendering,
) {
  const tenant = await findTenant(tx);
  const { branding, from, signedBy } = await emailBranding(tx, tenant, settings);
  const quoted = answeredMessageId ? await quoteOf(tx, answeredMessageId) : undefined;
  const parts = renderReplyEmail({
    branding,
    ticketLabel,
    content,
    isAutomatic,
    ...(quoted ? { quoted } : {}),
  });
  return { parts, from, signedBy, tenant };
}

/** RFC 3834, section 3.1.7; Exchange answers by itself unless it is asked not to. */
const automaticHeaders = { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" };

function loopHeaders({ secret, mailDomain }: MailSettings): Record<string, string> {
  return { [loopHeader]: loopMark(mailKey(secret), mailDomain) };
}

async function quoteOf(tx: TenantTx, messageId: string) {
  const quoted = await messages.answer.carried(tx, messageId, null);
  if (!quoted) return undefined;
  const { content } = quoted;
  const text = content.length > quotedLength ? `${content.slice(0, quotedLength).trimEnd()}…` : content;
  return { authorName: writerOf(quoted), date: new Date(quoted.created_at), text };
}

/** Who is said to have written what is quoted: anybody can give themselves the name of whom the mail goes to. */
function writerOf({ author_name: name, written_from: email }: CarriedMessage): string {
  return email === null ? shownAddress(name) : namedAddress({ name, email }, shownAddress);
}

/** A mail made once more to be looked at, with when it was sent or given to be sent. */
type ShownMail = { mail: OutgoingMail; at: string; isLinkWithheld: boolean; isTextWithheld: boolean };

/**
 * Makes a mail once more from what is kept of it, as it would be sent now: what was sent is not kept. Its links that work once are
 * left out, and so are the signature and all that an invitation says. Undefined where there is no such mail.
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
