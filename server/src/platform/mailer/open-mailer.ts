import type { Settings } from "../settings.ts";
import type { Mailer } from "./mailer.ts";
import { openOutboxMailer, outboxFolder } from "./outbox-mailer.ts";
import { openSmtpMailer } from "./smtp-mailer.ts";

/** Opens the way out for mail: the SMTP server of the settings, or the built-in outbox when there is none. */
export function openMailer({ smtpUrl, dataDir }: Pick<Settings, "smtpUrl" | "dataDir">): Mailer {
  return smtpUrl === null ? openOutboxMailer(outboxFolder(dataDir), dataDir) : openSmtpMailer(smtpUrl, dataDir);
}
