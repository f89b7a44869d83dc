import type { AddressCheck, Forwarding, ForwardingTest, TestStep } from "@deskhand/contract/admin/forwarding";
import * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { probeSender } from "../../outgoing/index.ts";
import { findTenant } from "../../tenants/index.ts";
import {
  type CheckRow,
  selectConfirmations,
  selectNewestCheck,
  selectNewestTest,
  type TestRow,
} from "./forwarding.queries.ts";

/** As stored by the intake. */
const askedSchema = z.object({ account: z.string().nullable(), code: z.string().nullable(), link: z.string() });

/** How the store's mail arrives here, with tests and checks (docs/product.md#forwarding). */
export async function readForwarding(tx: TenantTx, settings: Settings): Promise<Forwarding> {
  const { supportEmail, customSupportEmail } = await findTenant(tx);
  const test = await selectNewestTest(tx, probeSender(settings.mailDomain), [
    supportEmail,
    customSupportEmail ?? supportEmail,
  ]);
  const confirmations = await selectConfirmations(tx);
  return {
    supportEmail,
    customSupportEmail,
    check: describeCheck(await selectNewestCheck(tx), supportEmail),
    test: test ? describeTest(test, { supportEmail, hasRelay: settings.smtpUrl !== null }) : null,
    confirmations: confirmations.map(({ asked, receivedAt, senderCheck }) => ({
      ...askedSchema.parse(asked),
      receivedAt,
      isVerified: senderCheck === "pass",
    })),
    operatorEmail: settings.operatorEmail,
  };
}

/**
 * Forwarding takes a minute or two: a longer delay is mentioned, and after the second number a mail counts as missing.
 */
const usualMinutes = 2;
const missingMinutes = 10;

/** Where mail is forwarded to, and whether mail leaves this installation at all. */
type MailRoutes = { supportEmail: string; hasRelay: boolean };

/** Describes a test's progress, and where it stopped (docs/product.md#testing-the-forwarding). */
function describeTest(row: TestRow, ways: MailRoutes): ForwardingTest {
  const sent = describeSent(row, ways);
  const returned = sent.state === "done" || row.returnedAt !== null ? describeReturned(row, ways) : waiting("returned");
  const isBack = row.returnedAs === "itself";
  const ticket: TestStep = isBack ? ticketStep(row.returnedAt) : waiting("ticket");
  const steps = [
    row.returnedAt !== null ? { ...sent, state: "done" as const } : sent,
    returned,
    describeRecognised(row),
    ticket,
  ];
  const hasFailed = steps.some(({ state }) => state === "failed");
  return {
    id: row.id,
    address: row.address,
    askedAt: row.askedAt,
    state: isBack ? "passed" : hasFailed ? "failed" : "running",
    steps,
    notes: isBack ? notesOf(row) : [],
  };
}

/** A mail server's refusal of the address itself, rather than of its forwarding target. */
function missingMailbox({ address, ...row }: TestRow): string | null {
  const words = refusalIn({ address, ...row });
  if (row.returnedAt !== null || words === null || forbidsForwarding.test(words)) return null;
  const isOfIt = words.toLowerCase().startsWith(`${address} refused`);
  return isOfIt && noMailbox.test(words) ? words : null;
}

const forbidsForwarding = /5\.7\.520|external forwarding/i;
const noMailbox =
  /(?:^|[^\d.])5\.1\.(?:1|10)(?!\d)|(?:no such|unknown|invalid) (?:user|mailbox|recipient)|does not exist|user unknown/i;

/** A mail server's refusal, without the mail log's own words before it. */
function refusalIn({ bouncedAt, bounceReason, address }: TestRow): string | null {
  if (bouncedAt === null) return null;
  const opening = `It returns the test of the forwarding of ${address}. `;
  return bounceReason?.startsWith(opening) ? bounceReason.slice(opening.length) : "A mail server did not deliver it.";
}

function describeSent(row: TestRow, ways: MailRoutes): TestStep {
  const missing = missingMailbox(row);
  if (missing === null) return describeSending(row, ways);
  const text = `The mailbox that you entered does not exist, its mail server says. ${missing}`;
  return { id: "sent", state: "failed", at: row.bouncedAt, text };
}

function describeSending(
  { mailState, mailError, sentAt, heldUntil, ...row }: TestRow,
  { hasRelay }: MailRoutes,
): TestStep {
  const step = { id: "sent", at: sentAt } as const;
  if (mailState === "sent") {
    const kept = "It is kept in the outbox of this installation, which sends no mail: it will not come back by itself.";
    return { ...step, state: "done", text: hasRelay ? null : kept };
  }
  const error = mailError === null ? "" : ` It said: ${mailError}`;
  if (mailState === "failed") return { ...step, state: "failed", text: `The mail server refused to take it.${error}` };
  // The store's sending limit holds it, and says so in its own words.
  if (heldUntil !== null) return { ...step, state: "running", text: mailError };
  const retrying = `The mail server did not take it yet, and is tried again.${error}`;
  const isSlow = Date.parse(row.now) - Date.parse(row.askedAt) > 60_000;
  const slow = isSlow
    ? "It still waits to be sent. The system status on the overview says whether mail goes out."
    : null;
  return { ...step, state: "running", text: mailError === null ? slow : retrying };
}

function describeReturned(row: TestRow, { supportEmail }: MailRoutes): TestStep {
  const step = { id: "returned", at: row.returnedAt } as const;
  if (row.returnedAs === "forward") {
    const text =
      "It came inside another mail (“Fwd:”), so the mailbox does not forward by itself yet: somebody, or a rule, sent a mail of its own. Choose forwarding or redirecting, so that answers go to your customers and not to you.";
    return { ...step, state: "failed", text };
  }
  if (row.returnedAt !== null) {
    return { ...step, state: "done", text: `After ${lasted(row.sentAt ?? row.askedAt, row.returnedAt)}.` };
  }
  if (row.elsewhereAt !== null) {
    const text = `It came to Deskhand, but to another address than yours: compare it with ${supportEmail}.`;
    return { ...step, state: "failed", at: row.elsewhereAt, text };
  }
  if (row.stopped) return { ...step, state: "done", at: isoOf(row.stopped.at), text: null };
  if (row.bouncedAt !== null) {
    const words = refusalIn(row) ?? "";
    const microsoftAdvice = `Microsoft 365 of your organization blocks forwarding to other domains: step 1 of the Outlook guide allows it. ${words}`;
    return {
      ...step,
      state: "failed",
      at: row.bouncedAt,
      text: forbidsForwarding.test(words) ? microsoftAdvice : words,
    };
  }
  const minutes = (Date.parse(row.now) - Date.parse(row.sentAt ?? row.askedAt)) / 60_000;
  if (minutes < usualMinutes) return { ...step, state: "running", text: "This usually takes 1–2 minutes." };
  const look = `See whether it is in the mailbox of ${row.address}, or in its spam folder. If it is there, the mailbox does not forward it: check that forwarding is turned on and goes to exactly ${supportEmail}, and that your provider allows it.`;
  if (minutes < missingMinutes) return { ...step, state: "running", text: `It is not back yet. ${look}` };
  return { ...step, state: "failed", text: `It did not come back within ${missingMinutes} minutes. ${look}` };
}

function describeRecognised({ returnedAt, returnedAs, elsewhereAt, stopped }: TestRow): TestStep {
  if (returnedAs === "forward" || (returnedAt === null && elsewhereAt !== null)) return waiting("recognised");
  if (returnedAt !== null) return { id: "recognised", state: "done", at: returnedAt, text: null };
  if (!stopped) return waiting("recognised");
  const where = stopped.state === "quarantined" ? "It is in quarantine" : "It was stopped";
  const text = `A mail came that may be the test, but what it is known by is gone: it was rewritten on its way. ${where}: ${stopped.reason ?? ""} The mail log shows it.`;
  return { id: "recognised", state: "failed", at: isoOf(stopped.at), text };
}

function ticketStep(at: string | null): TestStep {
  return { id: "ticket", state: "done", at, text: "A customer's mail becomes a ticket. None was made of this test." };
}

function notesOf({ arrivals, senderCheck }: TestRow): string[] {
  const repeated = `It came ${arrivals} times: something forwards your mail more than once. Check that only one rule does.`;
  const doubted =
    "Its sender could not be verified any more when it came: mails of customers may be marked “Sender not verified”.";
  return [...(arrivals > 1 ? [repeated] : []), ...(senderCheck === "fail" ? [doubted] : [])];
}

function waiting(id: TestStep["id"]): TestStep {
  return { id, state: "waiting", text: null, at: null };
}

/** The database writes JSON times with an offset. */
function isoOf(at: string): string {
  return new Date(at).toISOString();
}

function lasted(from: string, to: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

/** Describes the check of an address; null where none is open or has failed. */
function describeCheck(row: CheckRow | undefined, supportEmail: string): AddressCheck | null {
  if (!row || row.endedAs === "verified" || row.endedAs === "cancelled") return null;
  const about = { address: row.address, askedAt: row.askedAt };
  if (row.endedAs === "taken") {
    return { ...about, state: "taken", text: "This address belongs to another store already." };
  }
  if (row.endedAs === "inside") {
    const text =
      "It came back inside another mail, which proves nothing: its link is void. Ask again, then open the link in it, or let the mailbox forward it by itself.";
    return { ...about, state: "failed", text };
  }
  if (row.elsewhereAt !== null && !row.isOver) {
    const text = `It came to Deskhand, but to another address than yours: compare it with ${supportEmail}.`;
    return { ...about, state: "waiting", text };
  }
  if (row.mailState === "failed") {
    return { ...about, state: "failed", text: `The mail to it could not be sent: ${row.mailError ?? ""}` };
  }
  if (row.isOver) return { ...about, state: "expired", text: "It was not confirmed within 24 hours. Ask again." };
  const text =
    "A mail was sent to it. It is confirmed when that mail comes back by your forwarding, or when you open the link in it.";
  return { ...about, state: "waiting", text };
}
