import type { Readable } from "node:stream";
import { limits } from "@deskhand/contract/limits";
import type { RawMail } from "@deskhand/contract/mail";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { renderMail } from "../../../platform/mailer/compose-mail.ts";
import type { Services } from "../../../platform/services.ts";
import { composeAgain } from "../../outgoing/index.ts";
import { readRaw } from "../capacity/raw.queries.ts";
import { holdsLink, withholdLinks, withoutLinks } from "../text/withhold-links.ts";
import { selectRawOfEntry } from "./log.queries.ts";
import { rawRemovedFailure } from "./mail-log.ts";

type Reading = Pick<Services, "db" | "settings">;

/** A mail of the log as it travels; `size` in bytes is null if it is known only at the end. */
type OpenMail = { source: Readable; size: number | null } & Pick<
  RawMail,
  "isMadeAgain" | "isLinkWithheld" | "isTextWithheld"
>;

/**
 * Opens a mail of the log: an incoming one as it came, an outgoing one composed once more. An incoming mail may contain our
 * one-time links.
 */
async function openMail(services: Reading, tenant: TenantId, id: string): Promise<OpenMail> {
  const { db } = services;
  const { incoming, outgoing } = await db.withTenant(tenant, async (tx) => {
    const raw = await selectRawOfEntry(tx, id);
    return { incoming: raw, outgoing: raw ? undefined : await composeAgain(tx, services, id) };
  });
  if (incoming) {
    if (incoming.rawMailId === null) throw rawRemovedFailure(incoming);
    const source = readRaw(db, tenant, incoming.rawMailId);
    return { source, size: incoming.size, isMadeAgain: false, isLinkWithheld: false, isTextWithheld: false };
  }
  if (!outgoing) throw fail("mail_log_entry_not_found");
  const { mail, at, ...withheld } = outgoing;
  return { source: await renderMail(mail, new Date(at)), size: null, isMadeAgain: true, ...withheld };
}

/** Streams a mail of the log with its one-time links masked by stars, and returns its size if known. */
export async function downloadMail(
  services: Reading,
  tenant: TenantId,
  id: string,
): Promise<{ bytes: AsyncIterable<Buffer>; size: number | null }> {
  const { source, size } = await openMail(services, tenant, id);
  return { bytes: withholdLinks(source), size };
}

/** Returns the beginning of a mail of the log as text. */
export async function readRawMail(services: Reading, tenant: TenantId, id: string): Promise<RawMail> {
  const { source, isLinkWithheld, isMadeAgain, isTextWithheld } = await openMail(services, tenant, id);
  const { rawMailShownBytes: most } = limits;
  // Reads further than it shows, so that a link at the end is recognized.
  const read = (await firstBytes(source, 2 * most)).toString("latin1");
  const safe = withoutLinks(read);
  const shown = Buffer.from(safe.slice(0, most), "latin1");
  const isCut = safe.length > most;
  // Drops a character that was cut in two.
  const text = new TextDecoder().decode(shown, { stream: isCut });
  return { text, isCut, isMadeAgain, isLinkWithheld: isLinkWithheld || safe !== read, isTextWithheld };
}

/** Fails if an incoming mail contains one of our one-time links: on a ticket anybody could follow it. */
export async function refuseLink({ db }: Pick<Services, "db">, tenant: TenantId, id: string): Promise<void> {
  const raw = await db.withTenant(tenant, (tx) => selectRawOfEntry(tx, id));
  if (raw?.rawMailId && (await holdsLink(readRaw(db, tenant, raw.rawMailId)))) throw fail("mail_holds_link");
}

async function firstBytes(source: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the source.
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks);
}
