import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hostOf } from "../../../platform/dns/address-list.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { MailNotNow } from "../../../platform/smtp/mail-not-now.ts";
import { scratchPath } from "../../../platform/storage/scratch.ts";
import { acceptMail, ReplayedMail, UnknownRecipient } from "../accept/accept-mail.ts";
import { type ResolveRecipient, recipientResolver } from "../accept/recipient-resolver.ts";
import { intakeLimits } from "../intake-limits.ts";
import { readAddresses, readEmail } from "../parse/read-addresses.ts";
import { mostHeadBytes, readHead } from "../parse/read-headers.ts";
import {
  type InboundMail,
  type ReadWebhook,
  readMailgunWebhook,
  readPostmarkWebhook,
  readRawWebhook,
  readSendgridWebhook,
} from "./read-webhooks.ts";

const readers: Record<string, ReadWebhook> = {
  "/api/email-to-ticket": readRawWebhook,
  "/api/email-to-ticket/mailgun/mime": readMailgunWebhook,
  "/api/email-to-ticket/postmark": readPostmarkWebhook,
  "/api/email-to-ticket/sendgrid": readSendgridWebhook,
};

/** Serves `POST /api/email-to-ticket` and its providers' forms (docs/product.md#webhooks). */
export async function emailWebhookRoutes(http: FastifyInstance, services: Services): Promise<void> {
  const resolve = recipientResolver(services);
  const unchecked = new UncheckedBytes(intakeLimits.uncheckedBytes, intakeLimits.uncheckedBytesOfHost);
  await http.register(async (scope) => {
    // Bodies stay streams, so that no mail is held in memory before its sender is verified.
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
    const { raw, providerCheck, remoteHost = null, replayProof } = mail;
    const details = { ...envelope, providerCheck, remoteHost, replayProof, stream: createReadStream(raw) };
    const entries = await acceptMail(services, resolve, { via: "webhook", ...details });
    return { accepted: entries.size };
  } catch (error) {
    if (error instanceof UnknownRecipient) throw fail("recipient_unknown");
    if (error instanceof MailNotNow) throw new Failure("service_unavailable", undefined, error.message);
    if (error instanceof ReplayedMail) throw fail("webhook_used");
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Completes the envelope from a forwarder's headers if the webhook does not name it.
async function completeEnvelope(mail: InboundMail): Promise<{ envelopeFrom: string; recipients: string[] }> {
  const head = readHead(await buffer(createReadStream(mail.raw, { end: mostHeadBytes - 1 })));
  const path = head.get("return-path")?.[0];
  const envelopeFrom = mail.envelopeFrom ?? path ?? intakeLimits.unknownSender;
  const named = mail.recipients.flatMap(addressesIn);
  const forwarded = ["delivered-to", "x-forwarded-to", "x-original-to"].flatMap((name) => head.get(name) ?? []);
  const recipients = named.length > 0 ? named : forwarded.flatMap(addressesIn);
  const bare = envelopeFrom.replace(/^\s*<|>\s*$/g, "").trim();
  return { envelopeFrom: readEmail(bare) ?? bare, recipients: recipients.slice(0, 100) };
}

function addressesIn(text: string): string[] {
  return readAddresses([text]).map(({ email }) => email);
}

/** Limits the bytes held for requests whose signature is not checked yet, in total and per host. */
export class UncheckedBytes {
  readonly #most: number;
  readonly #mostOfHost: number;
  readonly #ofHost = new Map<string, number>();
  #all = 0;

  constructor(most: number, mostOfHost: number) {
    this.#most = most;
    this.#mostOfHost = mostOfHost;
  }

  /** Reads a request's body and counts its bytes until the request is checked or refused. */
  async count<T>(
    { body, ip }: Pick<FastifyRequest, "body" | "ip">,
    read: (body: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    const host = hostOf(ip);
    let bytes = 0;
    const take = (size: number) => {
      bytes += size;
      this.#add(host, size);
      if (this.#all > this.#most || (this.#ofHost.get(host) ?? 0) > this.#mostOfHost) throw fail("webhook_too_many");
    };
    try {
      return await read(countBytes(body, take));
    } finally {
      this.#add(host, -bytes);
    }
  }

  #add(host: string, size: number): void {
    const ofHost = (this.#ofHost.get(host) ?? 0) + size;
    if (ofHost > 0) this.#ofHost.set(host, ofHost);
    else this.#ofHost.delete(host);
    this.#all += size;
  }
}

async function* countBytes(body: unknown, take: (size: number) => void): AsyncGenerator<Buffer> {
  if (!(body instanceof Readable)) return; // An empty body is no stream.
  // Keeps the connection open if the rest is not read, so that the sender gets the answer.
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    take(piece.length);
    yield piece;
  }
}
