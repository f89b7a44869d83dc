import { limits } from "@deskhand/contract/limits";
import { WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import { isServerTrouble } from "../../../platform/error-code.ts";
import { intakeLimits } from "../intake-limits.ts";
import { UnparsableMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import { readHead } from "../parse/read-headers.ts";
import type { BegunMail, MailNotes, Outcome } from "./decide.queries.ts";
import { bareMessageId } from "./own-marks.ts";

/** Why a mail was not finished: it took too much time or memory, its reader died, or the fault is the mail's own or the server's. */
export type FailureCause = "overrun" | "broken" | "own" | "server";

/** Classifies an error. */
export function classifyFailure(error: unknown): FailureCause {
  if (error instanceof WorkerFault) {
    if (error.kind === "slow" || error.kind === "full") return "overrun";
    if (error.kind === "broken") return "broken";
  }
  return isServerTrouble(error) ? "server" : "own";
}

/** Returns how a mail ends after an error, or null to try it again. */
export function outcomeOfFailure(error: unknown, { overruns, faults }: BegunMail): Outcome | null {
  const { maxOverruns, maxFaults } = intakeLimits;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WorkerFault && classifyFailure(error) === "overrun") {
    if (overruns + 1 < maxOverruns) return null;
    const resource = error.kind === "full" ? "memory" : "time";
    return { state: "quarantined", reason: `Reading it took too much ${resource}, ${maxOverruns} times.` };
  }
  if (error instanceof UnparsableMail && error.reason === "limit_exceeded")
    return { state: "quarantined", reason: `It exceeds a limit: ${message}` };
  if (faults + 1 < maxFaults) return null;
  if (classifyFailure(error) === "broken")
    return { state: "failed", reason: `Reading it ended the process that read it, ${maxFaults} times.` };
  return { state: "failed", reason: error instanceof UnparsableMail ? `It cannot be read: ${message}` : message };
}

/** Returns what the log can show of a mail that the parser could not read. */
export function notesWithoutParser(start: Buffer): MailNotes {
  const head = readHead(start);
  const [from] = readAddresses(head.get("from"));
  const fromEmail = from ? storableText(from.email.toLowerCase(), limits.emailAddressLength) : null;
  const id = head.get("message-id")?.[0];
  const mailMessageId = id ? bareMessageId(id) : null;
  const subject = head.get("subject")?.[0] ?? null;
  const unknown = {
    fingerprint: null,
    takesPart: false,
    mayAnswer: "no" as const,
    verdict: null,
    wasForwarded: false,
    outlook: null,
  };
  return { ...unknown, subject, fromEmail, mailMessageId };
}
