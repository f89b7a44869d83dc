import { type Domain, jobsOf } from "../../platform/domain.ts";
import { eraseAcknowledged } from "./acknowledgements.queries.ts";
import { emailFrameRoutes, emailSettingsRoutes } from "./branding/branding.routes.ts";
import { logoRoutes } from "./branding/logo.routes.ts";
import { deliverMailKind } from "./deliver-mail.ts";
import {
  checkDomains,
  deleteOldLogos,
  deliverClaimMailHandler,
  deliverClaimMailKind,
  forgetOldAcknowledgements,
  forgetOldSendingDays,
  giveUpStuckMails,
  releaseHeldMails,
  startDeliveries,
} from "./outgoing.jobs.ts";
import { eraseAnswered, eraseRecipient } from "./recipients.queries.ts";
import { sendingRoutes } from "./sending/sending.routes.ts";

export const outgoing: Domain = {
  tables: ["outgoing_mails", "email_settings", "email_logos", "acknowledgements", "sending_days", "sender_domains"],
  routes: () => ({ emailSettings: emailSettingsRoutes, sending: sendingRoutes }),
  streams: [logoRoutes, emailFrameRoutes],
  jobs: [{ queue: deliverMailKind, start: startDeliveries }, jobsOf(deliverClaimMailKind, deliverClaimMailHandler)],
  schedules: [
    giveUpStuckMails,
    deleteOldLogos,
    forgetOldAcknowledgements,
    forgetOldSendingDays,
    releaseHeldMails,
    checkDomains,
  ],
  subscribers: {
    "customer.redacted": async (tx, payload) => {
      await eraseRecipient(tx, payload);
      await eraseAcknowledged(tx, payload);
    },
    "message.erased": eraseAnswered,
  },
};
