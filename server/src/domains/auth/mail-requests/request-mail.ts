import { noTenant, type TenantTx } from "../../../platform/db/tenant.ts";
import type { Job, JobKind } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { queueAccountMail } from "../../outgoing/index.ts";
import { findTenant, isAtMailDomain, isReceivedHere, storeNameFor } from "../../tenants/index.ts";
import { ownerOf } from "../guesses/browser-mark.ts";
import { endLinks } from "../links/links.queries.ts";
import { makeLink } from "../links/use-link.ts";
import { askedFrom } from "../tell-person.ts";
import { takeResetTurn, takeTurn, waitForTurn } from "./mail-pace.ts";
import {
  dropClaims,
  findPersonByEmail,
  isInvited,
  type KnownPerson,
  lockWaitingClaims,
  markClaimsMailed,
  type RequestOrigin,
  type WaitingClaim,
} from "./mail-requests.queries.ts";

/** A mail requested for an address: after a sign-up, a forgotten password or an invitation. */
export type MailRequest =
  | { kind: "sign-up"; email: string }
  // `owners`: the people who have signed in at the requesting browser (`markedOwners`).
  | { kind: "reset"; email: string; asked: RequestOrigin; owners?: string[] }
  | { kind: "invite"; email: string; userId: string; inviterName: string; asked?: RequestOrigin };

/**
 * The address is looked up in a job after the response, so neither the response nor its time depends on whether there
 * is an account.
 */
export const mailRequestKind: JobKind<MailRequest> = {
  name: "account.ask-mail",
  retryLimit: 8,
  retryDelay: 1,
  retryDelayMax: 300,
  expireInSeconds: 60,
  sendsMail: true,
  isOfNoStore: true,
};

/** Queues the request for a mail in the transaction that makes the mail's subject. */
export function requestMail(tx: TenantTx, { jobs }: Pick<Services, "jobs">, ask: MailRequest): Promise<void> {
  return jobs.enqueue(tx, mailRequestKind, { ...ask, email: ask.email.toLowerCase() });
}

/**
 * Invites a person whose profile the transaction has just made, or invites them again: they get a mail with a link,
 * which replaces the previous one. An address with an account elsewhere gets another mail, and nobody else learns of it
 * (docs/product.md#invitations).
 */
export function sendInvitation(
  tx: TenantTx,
  services: Pick<Services, "jobs">,
  invited: { userId: string; email: string; inviterName: string },
): Promise<void> {
  // An admin's location is not told to a stranger.
  const asked = tx.calledFrom ? { asked: { ...askedFrom(tx.calledFrom), ip: null } } : {};
  return requestMail(tx, services, { kind: "invite", ...invited, ...asked });
}

/** Withdraws an invitation: its link stops working. */
export function withdrawInvitation(tx: TenantTx, userId: string): Promise<void> {
  return endLinks(tx, { purpose: "invite", subjectId: userId }, "withdrawn");
}

type AskServices = Pick<Services, "db" | "jobs" | "settings">;

/** Sends the requested mail, a different one, or none, or waits until it is due (docs/product.md#signing-up). */
export async function answerMailRequest(services: AskServices, { tenantId, ...ask }: Job<MailRequest>): Promise<void> {
  const { db } = services;
  const { known, isDesk } = await db.withTenant(noTenant, async (tx) => ({
    known: await findPersonByEmail(tx, ask.email),
    isDesk: await isOnlyDesk(tx, services, ask),
  }));
  if (ask.kind === "sign-up") {
    const tenant = known && !isDesk ? known.tenantId : noTenant;
    await db.withTenant(tenant, async (tx) => {
      if (isDesk) await dropWaiting(tx, ask);
      else await (known ? warnOwner : answerSignUp)(tx, services, ask);
    });
  } else if (isDesk) return;
  else if (ask.kind === "invite") await db.withTenant(tenantId, (tx) => answerInvite(tx, services, ask, known));
  else if (known?.isActive) await db.withTenant(known.tenantId, (tx) => answerReset(tx, services, ask, known));
}

// An invitation goes to no address received here. Otherwise only the mail domain counts: a store's own address is also a
// mailbox with which people sign in, and nobody may be locked out of an account. The intake stops what it forwards.
async function isOnlyDesk(tx: TenantTx, { settings }: AskServices, { kind, email }: MailRequest): Promise<boolean> {
  return kind === "invite"
    ? isReceivedHere(tx, settings.mailDomain, email)
    : isAtMailDomain(settings.mailDomain, email);
}

type RequestOf<Kind extends MailRequest["kind"]> = Extract<MailRequest, { kind: Kind }>;

/** Mails all waiting sign-ups their links in one mail, or reschedules itself until that is due. */
async function answerSignUp(tx: TenantTx, services: AskServices, { email }: RequestOf<"sign-up">): Promise<void> {
  const waiting = await lockWaitingClaims(tx, email);
  if (waiting.length === 0) return;
  if (!(await takeTurn(tx, "sign-up", email))) return comeBack(tx, services, email);
  const { mailed, dropped, left } = chooseClaims(waiting);
  const links = [];
  for (const { id, asked } of mailed) {
    links.push({ asked: asked ?? undefined, ...(await makeLink(tx, "confirm", { subjectId: id, email })) });
  }
  const [newest, ...others] = links;
  if (!newest) return;
  await queueAccountMail(tx, services, {
    kind: "confirmation",
    to: email,
    url: `${services.settings.publicUrl}${newest.page}`,
    token: newest.token,
    storeName: storeNameFor(email),
    asked: newest.asked,
    others: others.map(({ token, asked }) => ({ token, asked })),
  });
  await markClaimsMailed(
    tx,
    mailed.map(({ id }) => id),
  );
  await dropClaims(
    tx,
    dropped.map(({ id }) => id),
  );
  if (left.length > 0) await comeBack(tx, services, email);
}

async function comeBack(tx: TenantTx, { jobs }: AskServices, email: string): Promise<void> {
  const startAfterSeconds = await waitForTurn(tx, "sign-up", email);
  if (startAfterSeconds === null) return;
  await jobs.enqueue(tx, mailRequestKind, { kind: "sign-up", email }, { startAfterSeconds });
}

// Within the wait the previous mail has told the owner, and there is nothing to confirm.
async function warnOwner(tx: TenantTx, services: AskServices, ask: RequestOf<"sign-up">): Promise<void> {
  const { email } = ask;
  const [newest] = await dropWaiting(tx, ask);
  if (!newest || !(await takeTurn(tx, "sign-up", email))) return;
  const { storeName } = await findTenant(tx);
  const url = `${services.settings.publicUrl}/login`;
  const asked = newest.asked ?? undefined;
  await queueAccountMail(tx, services, { kind: "existing_account", to: email, url, storeName, asked });
}

async function dropWaiting(tx: TenantTx, { email }: RequestOf<"sign-up">) {
  const waiting = await lockWaitingClaims(tx, email);
  await dropClaims(
    tx,
    waiting.map(({ id }) => id),
  );
  return waiting;
}

async function answerReset(
  tx: TenantTx,
  services: AskServices,
  { email, asked, owners = [] }: RequestOf<"reset">,
  { userId }: KnownPerson,
) {
  // The link of the previous mail still works.
  if (!(await takeResetTurn(tx, email, owners.includes(ownerOf(userId))))) return;
  const { storeName } = await findTenant(tx);
  const { page, token } = await makeLink(tx, "reset", { subjectId: userId, email });
  const url = `${services.settings.publicUrl}${page}`;
  await queueAccountMail(tx, services, { kind: "password_reset", to: email, url, token, storeName, asked });
}

async function answerInvite(
  tx: TenantTx,
  services: AskServices,
  { email, userId, inviterName, asked }: RequestOf<"invite">,
  known: KnownPerson | undefined,
): Promise<void> {
  // Counted per store, so that a stranger's sign-up with this address cannot block a colleague's invitation.
  if (!(await isInvited(tx, userId)) || !(await takeTurn(tx, "invite", `${tx.tenantId}:${email}`))) return;
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

const maxInMail = 5;

/** How the sign-ups waiting for one mail are divided. */
type ChosenClaims = {
  /** Those whose links the mail carries, newest first. */
  mailed: WaitingClaim[];
  /** Those replaced by a newer one of the same network in this mail. */
  dropped: WaitingClaim[];
  /** Those of networks without room, which wait for the next mail. */
  left: WaitingClaim[];
};

/**
 * Chooses five of the waiting sign-ups (given newest first): the newest of each network before a second one of any, so
 * that one network cannot crowd out others.
 */
function chooseClaims(waiting: readonly WaitingClaim[]): ChosenClaims {
  const ofNetwork = new Map<string, number>();
  const ranked = waiting.map((claim) => {
    const rank = ofNetwork.get(claim.network) ?? 0;
    ofNetwork.set(claim.network, rank + 1);
    return { claim, rank };
  });
  // Sorting keeps the order of equals.
  const chosen = new Set(
    ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, maxInMail)
      .map(({ claim }) => claim),
  );
  const networks = new Set([...chosen].map(({ network }) => network));
  const others = waiting.filter((claim) => !chosen.has(claim));
  return {
    mailed: waiting.filter((claim) => chosen.has(claim)),
    dropped: others.filter(({ network }) => networks.has(network)),
    left: others.filter(({ network }) => !networks.has(network)),
  };
}
