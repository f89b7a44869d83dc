import { type Domain, jobsOf } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { eraseAcknowledged } from "./acknowledgements.queries.ts";
import { emailFrameRoutes, emailSettingsRoutes } from "./branding/branding.routes.ts";
import { logoRoutes } from "./branding/logo.routes.ts";
import { deliverMailKind } from "./deliver-mail.ts";
import {
  checkDomains,
  deleteOldAcknowledgements,
  deleteOldLogos,
  deleteOldSendingDays,
  deliverClaimMailHandler,
  deliverClaimMailKind,
  giveUpStuckMails,
  releaseHeldMails,
  startDeliveries,
} from "./outgoing.jobs.ts";
import { eraseAnswered, eraseRecipient } from "./recipients.queries.ts";
import { checkOwnDomain, readOwnDomain } from "./sending/check-domain.ts";
import { readSendingLimits } from "./sending/quotas.ts";

export const outgoing: Domain = {
  tables: ["outgoing_mails", "email_settings", "email_logos", "acknowledgements", "sending_days", "sender_domains"],
  routes: () => ({ emailSettings: emailSettingsRoutes, sending: sendingRoutes }),
  streams: [logoRoutes, emailFrameRoutes],
  jobs: [{ queue: deliverMailKind, start: startDeliveries }, jobsOf(deliverClaimMailKind, deliverClaimMailHandler)],
  schedules: [
    giveUpStuckMails,
    deleteOldLogos,
    deleteOldAcknowledgements,
    deleteOldSendingDays,
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

const { limits, domain, checkDomain } = api.sending;

const sendingRoutes = {
  limits: limits.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readSendingLimits(tx, services.settings)),
  ),
  domain: domain.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readOwnDomain(tx, services.settings)),
  ),
  checkDomain: checkDomain.handler(({ context: { services, actor } }) => checkOwnDomain(services, actor)),
};
