import {
  type AccountEmail,
  accountNotices,
  productName,
  renderAccountNotice,
  renderConfirmationEmail,
  renderDataRequestEmail,
  renderExistingAccountEmail,
  renderInvitationEmail,
  renderKnownInvitationEmail,
  renderNewAddressEmail,
  renderPasswordChangedEmail,
  renderPasswordResetEmail,
} from "@deskhand/email";
import * as z from "zod";
import type { TenantId } from "../../platform/db/tenant.ts";
import type { OutgoingMail } from "../../platform/mailer/mailer.ts";
import { seal, unseal } from "../../platform/secrets/seal.ts";
import type { Settings } from "../../platform/settings.ts";
import { loopHeader } from "./reply-headers.ts";
import { loopMark, mailKey } from "./signed-address.ts";

type MailSettings = Pick<Settings, "mailDomain" | "secret">;

const askedSchema = z.object({ at: z.string(), device: z.string(), ip: z.string().nullable() });

/** The stored details of a mail about an account. */
const accountDetailsSchema = z.object({
  url: z.string(),
  /** The secret part of the link, sealed, so that a reader of the row cannot follow it. */
  sealedToken: z.string().optional(),
  storeName: z.string(),
  /** When (ISO 8601) and where the action or request happened. */
  asked: askedSchema.optional(),
  /** Other links of the same kind, each with its own request and token. */
  others: z.array(z.object({ asked: askedSchema.optional(), sealedToken: z.string() })).optional(),
  inviterName: z.string().optional(),
  /** What was done to the account, and with what: a provider, a passkey, another address; for recovery codes, how many are left. */
  notice: z.enum(accountNotices).optional(),
  name: z.string().optional(),
  left: z.number().optional(),
  /** The number of passwords that were tried. */
  tried: z.number().optional(),
  /** A customer's data request. */
  request: z
    .object({ customerEmail: z.string(), number: z.string(), dueOn: z.string(), downloads: z.array(z.string()) })
    .optional(),
});
export type StoredAccountDetails = z.infer<typeof accountDetailsSchema>;

/** The details of a mail with its link in the clear; the `token`, which is stored sealed, follows `url` as the fragment. */
export type AccountDetails = Omit<StoredAccountDetails, "sealedToken" | "others"> & {
  token?: string;
  others?: { asked?: z.infer<typeof askedSchema> | undefined; token: string }[];
};

const sealedFor = (tenantId: TenantId) => ({ tenantId, purpose: "account-link" });

/** Returns the details to store, with the tokens sealed. */
export function storedDetails(
  secret: string,
  tenantId: TenantId,
  { token, others = [], ...details }: AccountDetails,
): StoredAccountDetails {
  if (token === undefined) return details;
  const sealed = (token: string) => ({
    sealedToken: seal(secret, sealedFor(tenantId), token).toString("base64url"),
  });
  return {
    ...details,
    ...sealed(token),
    ...(others.length > 0 && { others: others.map(({ token, asked }) => ({ asked, ...sealed(token) })) }),
  };
}

type StoredAccountMail = {
  tenantId: TenantId;
  kind: string;
  to: string;
  mailMessageId: string;
  returnPath: string;
  details: unknown;
};

/** Composes the mail to send; the same on every try. */
export function composeAccountMail(settings: MailSettings, mail: StoredAccountMail): OutgoingMail {
  return composeWithTokens(settings, mail, (sealedToken) => unsealToken(settings.secret, mail.tenantId, sealedToken));
}

/**
 * Composes the same mail for display. One-time links lose their tokens. Nothing of an invitation is shown, as its text reveals to the
 * inviter whether the person has an account elsewhere.
 */
export function composeWithoutLink(settings: MailSettings, mail: StoredAccountMail): OutgoingMail {
  const composed = composeWithTokens(settings, mail, () => "link-withheld");
  return isInvitation(mail.kind) ? { ...composed, ...withheldInvitation } : composed;
}

/** Returns a mail's subject for the store's log; null for an invitation, which the log does not show. */
export function loggedSubject(settings: MailSettings, mail: Omit<StoredAccountMail, "returnPath">): string | null {
  return isInvitation(mail.kind) ? null : composeWithoutLink(settings, { ...mail, returnPath: "" }).subject;
}

export function isInvitation(kind: string): boolean {
  return kind === "invitation" || kind === "invitation_known";
}

const withheldInvitation: AccountEmail = {
  subject: "Invitation",
  text: "What an invitation says is withheld.",
  html: "<p>What an invitation says is withheld.</p>",
};

function composeWithTokens(
  { mailDomain, secret }: MailSettings,
  mail: StoredAccountMail,
  tokenOf: (sealedToken: string) => string,
): OutgoingMail {
  const { sealedToken, others: sealed = [], ...details } = accountDetailsSchema.parse(mail.details);
  const linkOf = (sealedToken: string) => `${details.url}#${tokenOf(sealedToken)}`;
  const url = sealedToken === undefined ? details.url : linkOf(sealedToken);
  const otherLinks = sealed.map(({ asked, sealedToken }) => ({ asked, url: linkOf(sealedToken) }));
  return {
    messageId: mail.mailMessageId,
    from: { name: productName, address: `no-reply@${mailDomain}` },
    to: mail.to,
    returnPath: mail.returnPath,
    ...render(mail.kind, { ...details, url, others: otherLinks }),
    // A bounce returns the mail to the store's log, where its link can be withheld only if the text is readable.
    textEncoding: "quoted-printable",
    headers: { [loopHeader]: loopMark(mailKey(secret), mailDomain), "Auto-Submitted": "auto-generated" },
  };
}

function unsealToken(secret: string, tenantId: TenantId, sealed: string): string {
  const token = unseal(secret, sealedFor(tenantId), Buffer.from(sealed, "base64url"));
  if (token === null) throw new Error("The link of a mail was sealed under another secret");
  return token;
}

type LinkedDetails = Omit<StoredAccountDetails, "others"> & {
  others: { asked?: z.infer<typeof askedSchema> | undefined; url: string }[];
};

function render(kind: string, { url, ...details }: LinkedDetails): AccountEmail {
  const { request, notice, inviterName = "" } = details;
  if (kind === "change_email") return renderNewAddressEmail({ ...details, url });
  if (notice) return renderAccountNotice({ ...details, notice, signInUrl: url });
  if (request) return renderDataRequestEmail({ url, storeName: details.storeName, ...request });
  if (kind === "confirmation") return renderConfirmationEmail({ ...details, url });
  if (kind === "password_reset") return renderPasswordResetEmail({ ...details, url });
  if (kind === "invitation") return renderInvitationEmail({ ...details, url, inviterName });
  if (kind === "invitation_known") return renderKnownInvitationEmail({ ...details, signInUrl: url, inviterName });
  if (kind === "password_changed") return renderPasswordChangedEmail({ ...details, signInUrl: url });
  return renderExistingAccountEmail({ ...details, signInUrl: url });
}
