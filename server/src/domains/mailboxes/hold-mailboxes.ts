import { mailboxLimits } from "@deskhand/contract/mailboxes/mailbox-limits";
import type { MailboxFault } from "@deskhand/contract/mailboxes/mailboxes";
import { asTenantId, type TenantId } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { ImapFault } from "../../platform/imap/imap-fault.ts";
import { type ImapFolder, openImap } from "../../platform/imap/open-imap.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import type { Found, Search } from "../../platform/jobs/seeker.ts";
import type { Services } from "../../platform/services.ts";
import { MailNotNow } from "../../platform/smtp/mail-not-now.ts";
import { forEachTenant } from "../tenants/index.ts";
import { faultWords } from "./fault-words.ts";
import {
  askForCounts,
  type HeldMailbox,
  holdOn,
  letGo,
  noteFailure,
  type Patience,
  selectStoresWithDueMailboxes,
  takeDueMailbox,
} from "./hold.queries.ts";
import { openPassword } from "./mailbox-password.ts";
import { LostHold, takeNewMails } from "./take-mails.ts";

/** So many mailboxes are connected at once in a process. */
const most = 200;
/** How often the table is checked for mailboxes that nobody holds. */
const looksEveryMs = 1_000;
/** A connection is kept for so long; then mailboxes that wait get their turn. */
const heldForMs = 20 * 60_000;
/** Less than a third of the lease, so that one slow answer of the database loses no mailbox. */
const holdsOnEveryMs = 25_000;

/**
 * A refusal is told at its second time, a minute after the first, and tried ever more seldom: many tries would lock the account. A server that does
 * not answer is told after some minutes; it may only be starting anew.
 */
const kinds: readonly [Kind, ...Kind[]] = [
  {
    alike: ["host", "unreachable", "protocol"],
    patience: { firstSeconds: 15, mostSeconds: 900, toldAt: 6 },
  },
  {
    alike: ["password", "encryption", "certificate", "folder"],
    patience: { firstSeconds: 60, mostSeconds: 3_600, toldAt: 2 },
  },
  { alike: ["full"], patience: { firstSeconds: 600, mostSeconds: 1_800, toldAt: 2 } },
];
type Kind = { alike: readonly MailboxFault[]; patience: Patience };

/** Connects to mailboxes that nobody holds, and takes their mail (docs/decisions/0137). */
class DueMailboxes {
  readonly #services: Services;
  /** Stores that may have due mailboxes, in the order of their turns. */
  readonly #stores = new Set<TenantId>();
  #looksAt = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  async find(): Promise<Found | null> {
    await this.#look();
    for (const tenantId of [...this.#stores]) {
      this.#stores.delete(tenantId);
      const mailbox = await this.#services.db.withTenant(tenantId, takeDueMailbox);
      if (!mailbox) continue;
      this.#stores.add(tenantId);
      return { tenantId, work: (ending) => holdMailbox(this.#services, tenantId, mailbox, ending) };
    }
    return null;
  }

  async #look(): Promise<void> {
    const now = Date.now();
    if (now - this.#looksAt < looksEveryMs) return;
    this.#looksAt = now;
    for (const id of await this.#services.db.withoutTenant(selectStoresWithDueMailboxes))
      this.#stores.add(asTenantId(id));
  }
}

/** Looks for mailboxes that nobody holds, and holds them. */
export function searchMailboxes(services: Services): Search {
  const due = new DueMailboxes(services);
  return { name: "mailboxes.take", most, find: () => due.find() };
}

/** Counts both sides each night. */
export const countMailboxes: Schedule = {
  name: "mailboxes.count",
  cron: "37 2 * * *",
  work: (services) => forEachTenant(services, askForCounts),
};

/** Takes the mail of a mailbox that this process holds, as it comes, until its time is over or it fails. */
async function holdMailbox(
  services: Services,
  tenantId: TenantId,
  mailbox: HeldMailbox,
  ending: AbortSignal,
): Promise<void> {
  const { db, settings, log } = services;
  const lost = new AbortController();
  const over = AbortSignal.any([ending, lost.signal, AbortSignal.timeout(heldForMs)]);
  const holding = setInterval(() => {
    db.withTenant(tenantId, (tx) => holdOn(tx, mailbox)).then(
      (isHeld) => isHeld || lost.abort(),
      // The lease may be over before the database answers again; whoever takes it then begins another epoch.
      (error) => log.warn({ err: error, mailboxId: mailbox.id }, "A mailbox could not be held on to"),
    );
  }, holdsOnEveryMs);
  let folder: ImapFolder | null = null;
  try {
    const password = openPassword(settings.secret, tenantId, mailbox.password);
    if (password === null) throw new ImapFault("password");
    folder = await openImap(settings.outside, { ...mailbox, password }, over);
    while (!over.aborted) {
      await takeNewMails({ services, tenantId, held: mailbox, folder }, over);
      await folder.waitForNews(mailboxLimits.mailboxPollSeconds, over);
    }
    await db.withTenant(tenantId, (tx) => letGo(tx, mailbox));
  } catch (error) {
    if (error instanceof LostHold || lost.signal.aborted) return;
    if (over.aborted) await db.withTenant(tenantId, (tx) => letGo(tx, mailbox));
    else await tellFailure(services, tenantId, mailbox, error);
  } finally {
    clearInterval(holding);
    folder?.close();
  }
}

async function tellFailure({ db }: Services, tenantId: TenantId, held: HeldMailbox, error: unknown): Promise<void> {
  const failed = failureOf(error);
  // A fault of ours, or of the database: the lease ends by itself, and another try follows.
  if (failed === null) throw error;
  const { fault, said } = failed;
  const { alike, patience } = kinds.find((kind) => kind.alike.includes(fault)) ?? kinds[0];
  await db.withTenant(tenantId, async (tx) => {
    const address = await noteFailure(tx, held, { fault, said, alike }, patience);
    if (address === undefined) return;
    await emit(tx, "mailboxes.changed", {});
    if (address !== null)
      await emit(tx, "mailbox.failed", { mailboxId: held.id, address, words: faultWords(fault, said) });
  });
}

function failureOf(error: unknown): { fault: MailboxFault; said: string | null } | null {
  if (error instanceof MailNotNow) return { fault: "full", said: null };
  return error instanceof ImapFault ? { fault: error.kind, said: error.said } : null;
}
