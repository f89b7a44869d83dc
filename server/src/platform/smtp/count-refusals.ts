import type { DoorReason } from "@deskhand/contract/vocabulary";
import { smtpRefusals } from "../metrics/counted.ts";
import { readPath } from "./read-path.ts";

/** A mail, or a recipient of one, that the door refused, and whom it was for as its client said it. */
export type DoorRefusal = { reason: DoorReason; addresses: string[] };

type Refusals = {
  /** Which command a session gives, with all of its line. */
  hear(session: string, command: string, line: string): void;
  /** What the session is answered. */
  answer(session: string, answer: string): void;
  /** The mail that a session begins is not taken, before it is known whom it is for. */
  refuseMail(session: string, reason: DoorReason): void;
  forget(session: string): void;
};

/** What a client says before anything can be refused that somebody misses. */
const named = new Set(["MAIL", "RCPT", "DATA"]);

/**
 * Counts for the operator what the receiver refuses, by the command and by the code of the answer. Of what is refused before its recipient
 * is asked about it tells `onRefused` whom it was for, where its client says it all the same: most send MAIL and RCPT together (RFC 2920).
 */
export function countRefusals(onRefused: (refusal: DoorRefusal) => void): Refusals {
  const commands = new Map<string, { command: string; line: string }>();
  const refusedMails = new Map<string, DoorReason>();
  return {
    hear: (session, command, line) =>
      commands.set(session, { command: named.has(command) ? command : "other", line: line.slice(0, 1_000) }),
    answer(session, answer) {
      const { command, line } = commands.get(session) ?? { command: "connect", line: "" };
      const code = /^[245]\d\d/.exec(answer)?.[0] ?? "";
      if (/^[45]/.test(code)) smtpRefusals.inc({ command, code });
      if (command === "MAIL") {
        const reason = reasonOf(code, line);
        if (reason) refusedMails.set(session, reason);
        else if (code === "250") refusedMails.delete(session);
      }
      if (command !== "RCPT") return;
      const path = pathOf(line);
      const reason = refusedMails.get(session);
      if (code === "501" && path === null) onRefused({ reason: "recipient_address", addresses: [afterColon(line)] });
      if (code !== "503" || path === null || reason === undefined) return;
      // However many it names, it is one mail.
      refusedMails.delete(session);
      onRefused({ reason, addresses: [path] });
    },
    refuseMail: (session, reason) => refusedMails.set(session, reason),
    forget(session) {
      commands.delete(session);
      refusedMails.delete(session);
    },
  };
}

function reasonOf(code: string, line: string): DoorReason | null {
  if (code === "552") return "too_large";
  return code === "501" && pathOf(line) === null ? "sender_address" : null;
}

function pathOf(line: string): string | null {
  return readPath(afterColon(line))?.address ?? null;
}

function afterColon(line: string): string {
  return line.slice(line.indexOf(":") + 1);
}
