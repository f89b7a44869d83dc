import { Readable } from "node:stream";
import { acceptMail, recipientResolver } from "../../domains/intake/index.ts";
import type { Services } from "../../platform/services.ts";
import { MailNotNow } from "../../platform/smtp/refused-mail.ts";
import { mailOf } from "../mail-at-desk.ts";
import type { TestTenant } from "../make-test-tenant.ts";

/** How many of so many small mails were taken that a host brings at once, and why the last of the others was not. */
export async function bringMails(
  services: Services,
  count: number,
  { from, to, via = "smtp" }: { from: string; to: TestTenant | TestTenant[]; via?: "smtp" | "webhook" },
): Promise<{ taken: number; refusal: string | null }> {
  const resolve = recipientResolver(services);
  const recipients = [to].flat().map(({ address }) => address);
  const ends = await Promise.allSettled(
    Array.from({ length: count }, (_, n) =>
      acceptMail(services, resolve, {
        via,
        recipients,
        remoteHost: from,
        envelopeFrom: `ann${n}@customer.example`,
        stream: Readable.from([Buffer.from(mailOf({ from: `ann${n}@customer.example` }))]),
      }),
    ),
  );
  const refusals = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  const broken = refusals.find((reason) => !(reason instanceof MailNotNow));
  if (broken) throw broken;
  return { taken: count - refusals.length, refusal: refusals.at(-1)?.message ?? null };
}
