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

/** What a mail about somebody's account is made of. */
const accountDetailsSchema = z.object({
  url: z.string(),
  /** The secret part of the link, sealed: whoever reads the row cannot follow the link. */
  sealedToken: z.string().optional(),
  storeName: z.string(),
  /** When and where somebody did it or asked for the mail; the time as ISO 8601. */
  asked: askedSchema.optional(),
  /** Other links of the same kind: each with when and where it was asked for, and its token. */
  others: z.array(z.object({ asked: askedSchema.optional(), sealedToken: z.string() })).optional(),
  /** Who invites. */
  inviterName: z.string().optional(),
  /** What was done about the account, and with what: a provider, a passkey, another address; recovery codes that are left. */
  notice: z.enum(accountNotices).optional(),
  name: z.string().optional(),
  left: z.number().optional(),
  /** How many passwords were tried. */
  tried: z.number().optional(),
  /** What a customer asked for. */
  request: z
    .object({ customerEmail: z.string(), number: z.string(), dueOn: z.string(), downloads: z.array(z.string()) })
    .optional(),
});
export type StoredAccountDetails = z.infer<typeof accountDetailsSchema>;

/** What is said of a mail; the `token` of a link, which is kept sealed, follows its `url` as the fragment. */
export type AccountDetails = Omit<StoredAccountDetails, "sealedToken" | "others"> & {
  token?: string;
  others?: { asked?: z.infer<typeof askedSchema> | undefined; token: string }[];
};

const sealedFor = (tenantId: TenantId) => ({ tenantId, purpose: "account-link" });

/** What is kept of a mail until it is sent, and after. */
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
  /** Where a bounce goes. */
  returnPath: string;
  details: unknown;
};

/** Makes the mail that is sent; the same one whenever it is tried. */
export function composeAccountMail(settings: MailSettings, mail: StoredAccountMail): OutgoingMail {
  return made(settings, mail, (sealedToken) => opened(settings.secret, mail.tenantId, sealedToken));
}

/**
 * The same mail to be looked at: where it has links that work once, only the pages that they open stand there, and nothing of an
 * invitation: who has an account elsewhere gets another one, and whoever invites does not learn that.
 */
export function composeWithoutLink(settings: MailSettings, mail: StoredAccountMail): OutgoingMail {
  const shown = made(settings, mail, () => "link-withheld");
  return isInvitation(mail.kind) ? { ...shown, ...withheldInvitation } : shown;
}

/** The subject of a mail as the store's log shows and finds it; null of an invitation, of which it shows nothing. */
export function loggedSubject(settings: MailSettings, mail: Omit<StoredAccountMail, "returnPath">): string | null {
  return isInvitation(mail.kind) ? null : composeWithoutLink(settings, { ...mail, returnPath: "" }).subject;
}

/** Whether a mail invites somebody to a store. */
export function isInvitation(kind: string): boolean {
  return kind === "invitation" || kind === "invitation_known";
}

const withheldInvitation: AccountEmail = {
  subject: "Invitation",
  text: "What an invitation says is withheld.",
  html: "<p>What an invitation says is withheld.</p>",
};

function made(
  { mailDomain, secret }: MailSettings,
  mail: StoredAccountMail,
  tokenOf: (sealedToken: string) => string,
): OutgoingMail {
  const { sealedToken, others: sealed = [], ...details } = accountDetailsSchema.parse(mail.details);
  const linkOf = (sealedToken: string) => `${details.url}#${tokenOf(sealedToken)}`;
  const url = sealedToken === undefined ? details.url : linkOf(sealedToken);
  const others = sealed.map(({ asked, sealedToken }) => ({ asked, url: linkOf(sealedToken) }));
  return {
    messageId: mail.mailMessageId,
    from: { name: productName, address: `no-reply@${mailDomain}` },
    to: mail.to,
    returnPath: mail.returnPath,
    ...render(mail.kind, { ...details, url, others }),
    // A bounce returns it to the store's log, where its link is found and withheld as long as it can be read.
    textEncoding: "quoted-printable",
    headers: { [loopHeader]: loopMark(mailKey(secret), mailDomain), "Auto-Submitted": "auto-generated" },
  };
}

function opened(secret: string, tenantId: TenantId, sealed: string): string {
  const token = unseal(secret, sealedFor(tenantId), Buffer.from(sealed, "base64url"));
  if (token === null) throw new Error("The link of a mail was sealed under another secret");
  return token;
}

type Shown = Omit<StoredAccountDetails, "others"> & {
  others: { asked?: z.infer<typeof askedSchema> | undefined; url: string }[];
};

function render(kind: string, { url, ...details }: Shown): AccountEmail {
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
