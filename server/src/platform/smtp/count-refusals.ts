import type { DoorReason } from "@deskhand/contract/vocabulary";
import { smtpRefusals } from "../metrics/counted.ts";
import { readPath } from "./read-path.ts";

/** A refused mail or recipient, with the addresses its client named. */
export type DoorRefusal = { reason: DoorReason; addresses: string[] };

type Refusals = {
  /** Records a session's command with its line. */
  recordCommand(session: string, command: string, line: string): void;
  /** Records the reply to the session. */
  recordReply(session: string, reply: string): void;
  /** Records that a session's mail is refused before its recipients are known. */
  refuseMail(session: string, reason: DoorReason): void;
  forget(session: string): void;
};

/** Commands counted by name, as they can refuse a mail somebody misses. */
const countedCommands = new Set(["MAIL", "RCPT", "DATA"]);

/**
 * Counts refusals by command and reply code for the operator. For a mail refused at MAIL, reports its recipient to
 * `onRefused` if the client names it anyway: most send MAIL and RCPT together (RFC 2920).
 */
export function countRefusals(onRefused: (refusal: DoorRefusal) => void): Refusals {
  const commands = new Map<string, { command: string; line: string }>();
  const refusedMails = new Map<string, DoorReason>();
  return {
    recordCommand: (session, command, line) =>
      commands.set(session, { command: countedCommands.has(command) ? command : "other", line: line.slice(0, 1_000) }),
    recordReply(session, reply) {
      const { command, line } = commands.get(session) ?? { command: "connect", line: "" };
      const code = /^[245]\d\d/.exec(reply)?.[0] ?? "";
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
      // Reported once, as it is one mail however many recipients follow.
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
