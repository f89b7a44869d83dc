import type { Job } from "../../platform/jobs/job.ts";
import { DeliveryRefused } from "../../platform/mailer/delivery-error.ts";
import { installationKey } from "../../platform/mailer/installation-key.ts";
import type { Recall } from "../../platform/mailer/mailer.ts";
import type { Services } from "../../platform/services.ts";
import { composeAccountMail, type StoredAccountDetails } from "./compose-account-mail.ts";

/** A mail to somebody who signs up, as its job carries it. */
export type ClaimMail = { kind: string; to: string; mailMessageId: string; details: StoredAccountDetails };

/** Tries to deliver such a mail once; throws when it is to be tried again. It goes out under the same Message-ID each time. */
export async function deliverClaimMail(
  { db, mailer, settings, log }: Pick<Services, "db" | "mailer" | "settings" | "log">,
  { tenantId, isLastTry, ...mail }: Job<ClaimMail>,
  recall?: Recall,
): Promise<void> {
  try {
    const made = composeAccountMail(settings, { ...mail, tenantId, returnPath: `no-reply@${settings.mailDomain}` });
    await mailer.send({ ...made, signedBy: await installationKey(db, settings) }, recall);
  } catch (error) {
    const isFinal = isLastTry || error instanceof DeliveryRefused;
    log.warn({ err: error, mailMessageId: mail.mailMessageId, isFinal }, "A mail was not delivered");
    // There is nobody to be told: who signed up asks for another one.
    if (!isFinal) throw error;
  }
}
