import type { HeldPort } from "../../../platform/claim-ports.ts";
import { ofDatabase } from "../../../platform/db/lost-database.ts";
import type { Services } from "../../../platform/services.ts";
import { loadReceiverKey } from "../../../platform/smtp/receiver-key.ts";
import { type SmtpReceiver, startSmtpReceiver } from "../../../platform/smtp/smtp-receiver.ts";
import { intakeLimits } from "../intake-limits.ts";
import { intakeRoom } from "../room/intake-room.ts";
import { acceptMail } from "./accept-mail.ts";
import { DoorRefusals } from "./door-refusals.ts";
import { recipientResolver } from "./recipient-resolver.ts";

/** Starts the SMTP role: every mail it says 250 to is in the mail log. */
export async function startMailReceiver(services: Services, listener?: HeldPort): Promise<SmtpReceiver> {
  const { settings, log } = services;
  const resolve = recipientResolver(services);
  const refusals = new DoorRefusals(services, resolve);
  // It may have been one when the setting was made.
  if (settings.postmasterStore !== null && (await resolve("postmaster")) === null)
    log.warn(`POSTMASTER_STORE names no active store: ${settings.postmasterStore}. Mail to the postmaster is refused`);
  const receiver = await startSmtpReceiver({
    host: settings.smtpHost,
    port: settings.smtpPort,
    listener,
    hostname: settings.mailDomain,
    tls: await loadReceiverKey(settings),
    maxBytes: intakeLimits.maxWireBytes,
    unlimitedHosts: [...settings.unlimitedHosts, ...settings.trustedRelays],
    async isRecipient(address, { remoteHost, announced }) {
      const tenant = await resolve(address);
      if (tenant) await intakeRoom(services).expect({ tenants: [tenant], remoteHost, size: announced });
      return tenant !== null;
    },
    expect: ({ remoteHost, announced }) => intakeRoom(services).expect({ tenants: [], remoteHost, size: announced }),
    accept: async ({ from, ...mail }) => {
      await acceptMail(services, resolve, { via: "smtp", envelopeFrom: from, ...mail });
    },
    onRefused: (refusal) => refusals.note(refusal),
    onError: (error) => log.error(ofDatabase(error), "A mail could not be taken in"),
  });
  return {
    ...receiver,
    async close() {
      await receiver.close();
      await refusals.writeDown();
    },
  };
}
