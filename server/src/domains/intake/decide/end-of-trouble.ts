import { limits } from "@deskhand/contract/limits";
import { WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import { isServerTrouble } from "../../../platform/error-code.ts";
import { readHead } from "../authenticate/read-head.ts";
import { intakeLimits } from "../intake-limits.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import type { BegunMail, MailNotes, Outcome } from "./decide.queries.ts";
import { bareMessageId } from "./own-marks.ts";

/** What kept a mail from its end: it overran its limits, ended who read it, is at fault itself, or the server is. */
export type Trouble = "overrun" | "broken" | "own" | "server";

/** What of a mail and of the server an error was about. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof WorkerFault) {
    if (error.kind === "slow" || error.kind === "full") return "overrun";
    if (error.kind === "broken") return "broken";
  }
  return isServerTrouble(error) ? "server" : "own";
}

/** How a mail ends by its own trouble; null while it is to be tried again. */
export function endOfTrouble(error: unknown, { overruns, faults }: BegunMail): Outcome | null {
  const { maxOverruns, maxFaults } = intakeLimits;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WorkerFault && troubleOf(error) === "overrun") {
    if (overruns + 1 < maxOverruns) return null;
    const what = error.kind === "full" ? "memory" : "time";
    return { state: "quarantined", reason: `Reading it took too much ${what}, ${maxOverruns} times.` };
  }
  if (error instanceof UnparsableMail && error.reason === "limit_exceeded")
    return { state: "quarantined", reason: `It exceeds a limit: ${message}` };
  if (faults + 1 < maxFaults) return null;
  if (troubleOf(error) === "broken")
    return { state: "failed", reason: `Reading it ended the process that read it, ${maxFaults} times.` };
  return { state: "failed", reason: error instanceof UnparsableMail ? `It cannot be read: ${message}` : message };
}

/** What the log can show of a mail that the parser gave up on. */
export function notesWithoutParser(start: Buffer): MailNotes {
  const head = readHead(start);
  const [from] = readAddresses(head.get("from"));
  const fromEmail = from ? storableText(from.email.toLowerCase(), limits.emailAddressLength) : null;
  const id = head.get("message-id")?.[0];
  const mailMessageId = id ? bareMessageId(id) : null;
  const subject = head.get("subject")?.[0] ?? null;
  const unknown = { fingerprint: null, takesPart: false, verdict: null, wasForwarded: false, outlook: null };
  return { ...unknown, subject, fromEmail, mailMessageId };
}
