import { createHash } from "node:crypto";
import { noTenant, type TenantTx } from "../../../platform/db/tenant.ts";
import type { Job, JobKind } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { type AccountMail, queueAccountMail } from "../../outgoing/index.ts";
import { findTenant, isReceivedHere, storeNameFor } from "../../tenants/index.ts";
import { endLinks } from "../links/links.queries.ts";
import { makeLink } from "../links/make-link.ts";
import { askedFrom } from "../tell-person.ts";
import {
  countMail,
  dropClaims,
  dropUnmailedClaim,
  endWait,
  findPersonByEmail,
  isInvited,
  type KnownPerson,
} from "./asks.queries.ts";

type Asked = NonNullable<AccountMail["asked"]>;

/** Somebody asks for a mail to an address: they signed up with it, forgot the password, or are invited to a store. */
export type Ask =
  | { kind: "sign-up"; email: string; claimId: string; asked: Asked }
  | { kind: "reset"; email: string; asked: Asked }
  | { kind: "invite"; email: string; userId: string; inviterName: string; asked?: Asked };

/**
 * Whose an address is, is looked up in a job of its own: the response to whoever asks is sent before, so neither what it
 * says nor how long it takes depends on that.
 */
export const askMailKind: JobKind<Ask> = {
  name: "account.ask-mail",
  retryLimit: 8,
  retryDelay: 1,
  retryDelayMax: 300,
  expireInSeconds: 60,
};

/** Asks for a mail to an address, in the transaction that makes what the mail is about. */
export function askMail(tx: TenantTx, { jobs }: Pick<Services, "jobs">, ask: Ask): Promise<void> {
  return jobs.enqueue(tx, askMailKind, { ...ask, email: ask.email.toLowerCase() });
}

/**
 * Invites somebody whose profile the transaction has just made, or invites them again: they get a mail with a link, the one
 * before is void. Who has an account elsewhere gets another mail, and nobody else learns that (docs/product.md#invitations).
 */
export function sendInvitation(
  tx: TenantTx,
  services: Pick<Services, "jobs">,
  invited: { userId: string; email: string; inviterName: string },
): Promise<void> {
  const asked = tx.calledFrom ? { asked: askedFrom(tx.calledFrom) } : {};
  return askMail(tx, services, { kind: "invite", ...invited, ...asked });
}

/** Takes back what somebody was invited by: their link leads nowhere any more. */
export function withdrawInvitation(tx: TenantTx, userId: string): Promise<void> {
  return endLinks(tx, { purpose: "invite", subjectId: userId }, "withdrawn");
}

/** To one address, whoever asks (docs/product.md#signing-up). */
const pace = { minutes: 10, perDay: 5 };

type Answering = Pick<Services, "db" | "jobs" | "settings">;

/** Sends the mail that was asked for, or another one, or none (docs/product.md#signing-up). */
export async function answerAsk(services: Answering, { tenantId, ...ask }: Job<Ask>): Promise<void> {
  const { db } = services;
  const { known, isDesk } = await db.withTenant(noTenant, async (tx) => ({
    known: await findPersonByEmail(tx, ask.email),
    isDesk: await isReceivedHere(tx, services.settings.mailDomain, ask.email),
  }));
  if (isDesk) return db.withTenant(noTenant, (tx) => dropClaims(tx, ask.email));
  if (ask.kind === "invite") return db.withTenant(tenantId, (tx) => answerInvite(tx, services, ask, known));
  if (ask.kind === "reset") {
    if (known?.isActive) await db.withTenant(known.tenantId, (tx) => answerReset(tx, services, ask, known));
    return;
  }
  if (known) await db.withTenant(known.tenantId, (tx) => warnOwner(tx, services, ask));
  else await db.withTenant(noTenant, (tx) => answerSignUp(tx, services, ask));
  await db.withTenant(noTenant, (tx) => dropUnmailedClaim(tx, ask.claimId));
}

type Of<Kind extends Ask["kind"]> = Extract<Ask, { kind: Kind }>;

async function answerSignUp(tx: TenantTx, services: Answering, { email, claimId, asked }: Of<"sign-up">) {
  if (!(await countMail(tx, keyOf(email), pace))) return;
  const { page, token } = await makeLink(tx, "confirm", { subjectId: claimId, email });
  const url = `${services.settings.publicUrl}${page}`;
  await queueAccountMail(tx, services, {
    kind: "confirmation",
    to: email,
    url,
    token,
    storeName: storeNameFor(email),
    asked,
  });
}

async function warnOwner(tx: TenantTx, services: Answering, { email, asked }: Of<"sign-up">) {
  if (!(await countMail(tx, keyOf(email), pace))) return;
  const { storeName } = await findTenant(tx);
  const url = `${services.settings.publicUrl}/login`;
  await queueAccountMail(tx, services, { kind: "existing_account", to: email, url, storeName, asked });
}

async function answerReset(tx: TenantTx, services: Answering, { email, asked }: Of<"reset">, { userId }: KnownPerson) {
  if (!(await countMail(tx, keyOf(email), pace))) return;
  const { storeName } = await findTenant(tx);
  const { page, token } = await makeLink(tx, "reset", { subjectId: userId, email });
  const url = `${services.settings.publicUrl}${page}`;
  await queueAccountMail(tx, services, { kind: "password_reset", to: email, url, token, storeName, asked });
}

async function answerInvite(
  tx: TenantTx,
  services: Answering,
  { email, userId, inviterName, asked }: Of<"invite">,
  known: KnownPerson | undefined,
): Promise<void> {
  // By store: a stranger's sign-up with this address must not keep a colleague's invitation from it.
  if (!(await isInvited(tx, userId)) || !(await countMail(tx, keyOf(email, tx.tenantId), pace))) return;
  const { storeName } = await findTenant(tx);
  const about = { to: email, storeName, inviterName, asked };
  const { publicUrl } = services.settings;
  if (known) {
    await queueAccountMail(tx, services, { kind: "invitation_known", ...about, url: `${publicUrl}/login` });
    return;
  }
  await endLinks(tx, { purpose: "invite", subjectId: userId }, "replaced");
  const { page, token } = await makeLink(tx, "invite", { subjectId: userId, email });
  await queueAccountMail(tx, services, { kind: "invitation", ...about, url: `${publicUrl}${page}`, token });
}

/** Whoever used a link has the mailbox: the next mail to it need not wait, as for a password forgotten right after signing up. */
export function endMailWait(tx: TenantTx, email: string): Promise<void> {
  return endWait(tx, keyOf(email));
}

/** Whether an address may be mailed to again, whoever asks; if so, it counts as mailed to. */
export function isMailDue(tx: TenantTx, email: string): Promise<boolean> {
  return countMail(tx, keyOf(email), pace);
}

function keyOf(email: string, asker = "anybody"): string {
  return createHash("sha256").update(`${asker}:${email}`).digest("base64url");
}
