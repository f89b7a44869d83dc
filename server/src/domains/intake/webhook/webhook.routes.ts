import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { MailNotNow } from "../../../platform/smtp/mail-not-now.ts";
import { scratchPath } from "../../../platform/storage/scratch-path.ts";
import { acceptMail, NoRecipient, TakenBefore } from "../accept/accept-mail.ts";
import { type ResolveRecipient, recipientResolver } from "../accept/recipient-resolver.ts";
import { mostHeadBytes, readHead } from "../authenticate/read-head.ts";
import { intakeLimits } from "../intake-limits.ts";
import { readAddresses, readEmail } from "../parse/read-addresses.ts";
import {
  type InboundMail,
  type ReadWebhook,
  readMailgunWebhook,
  readPostmarkWebhook,
  readRawWebhook,
  readSendgridWebhook,
} from "./read-webhooks.ts";
import { UncheckedBytes } from "./unchecked-bytes.ts";

const readers: Record<string, ReadWebhook> = {
  "/api/email-to-ticket": readRawWebhook,
  "/api/email-to-ticket/mailgun/mime": readMailgunWebhook,
  "/api/email-to-ticket/postmark": readPostmarkWebhook,
  "/api/email-to-ticket/sendgrid": readSendgridWebhook,
};

/** `POST /api/email-to-ticket` and its providers' forms (docs/product.md#webhooks): mail that comes by webhook. */
export async function emailWebhookRoutes(http: FastifyInstance, services: Services): Promise<void> {
  const resolve = recipientResolver(services);
  const unchecked = new UncheckedBytes(intakeLimits.uncheckedBytes, intakeLimits.uncheckedBytesOfHost);
  await http.register(async (scope) => {
    // Bodies stay streams: a mail is not held in memory before its sender is known to be who it says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const [path, read] of Object.entries(readers)) {
      scope.post(path, { config: { isForPrograms: true } }, (request) =>
        receive(services, resolve, (keys, folder) =>
          unchecked.count(request, (body) => read(request, keys, { body, path: join(folder, "body") })),
        ),
      );
    }
  });
}

async function receive(
  services: Services,
  resolve: ResolveRecipient,
  read: (keys: Settings["webhooks"], folder: string) => Promise<InboundMail>,
): Promise<{ accepted: number }> {
  const folder = scratchPath(services.settings.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const mail = await read(services.settings.webhooks, folder);
    const envelope = await completeEnvelope(mail);
    const { raw, providerCheck, remoteHost = null, onlyOnce } = mail;
    const of = { ...envelope, providerCheck, remoteHost, onlyOnce, stream: createReadStream(raw) };
    const entries = await acceptMail(services, resolve, { via: "webhook", ...of });
    return { accepted: entries.size };
  } catch (error) {
    if (error instanceof NoRecipient) throw fail("recipient_unknown");
    if (error instanceof MailNotNow) throw new Failure("service_unavailable", undefined, error.message);
    if (error instanceof TakenBefore) throw fail("webhook_used");
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The envelope, completed from the headers that a forwarder leaves where the webhook does not carry it.
async function completeEnvelope(mail: InboundMail): Promise<{ envelopeFrom: string; recipients: string[] }> {
  const head = readHead(await buffer(createReadStream(mail.raw, { end: mostHeadBytes - 1 })));
  const path = head.get("return-path")?.[0];
  const envelopeFrom = mail.envelopeFrom ?? path ?? intakeLimits.unknownSender;
  const told = mail.recipients.flatMap(addressesIn);
  const forwarded = ["delivered-to", "x-forwarded-to", "x-original-to"].flatMap((name) => head.get(name) ?? []);
  const recipients = told.length > 0 ? told : forwarded.flatMap(addressesIn);
  const bare = envelopeFrom.replace(/^\s*<|>\s*$/g, "").trim();
  return { envelopeFrom: readEmail(bare) ?? bare, recipients: recipients.slice(0, 100) };
}

function addressesIn(text: string): string[] {
  return readAddresses([text]).map(({ email }) => email);
}
