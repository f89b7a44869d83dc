import type { WeeklyMailChoice } from "@deskhand/contract/home/weekly-mail";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import type { Settings } from "../../platform/settings.ts";
import { deleteWaitingProductMails, type Queueing, queueProductMail } from "../outgoing/index.ts";
import { isCounting } from "../reports/index.ts";
import { findTenant, forEachTenant } from "../tenants/index.ts";
import { renderWeekly } from "./render-weekly.ts";
import { weekFigures } from "./week-figures.ts";
import { weekWords } from "./week-words.ts";
import { keepChoice, selectDueWeek, selectOverseers, takeReaders, wantsWeeklyMail } from "./weekly-mail.queries.ts";

/**
 * Sends the mail of the last Monday to whoever has not got it, also if nothing ran on that day. Who is told, and their mails, are one
 * transaction: killed in between, none of it has happened.
 */
export const sendWeekly: Schedule = {
  name: "weekly-mail.send",
  cron: "*/5 * * * *",
  work: (services) => forEachTenant(services, (tx) => sendWeeklyMails(tx, services, new Date())),
};

export async function sendWeeklyMails(tx: TenantTx, services: Queueing, now: Date): Promise<void> {
  const { monday } = await selectDueWeek(tx, now);
  // The mail waits for its figures, which reports have whole some time after an upgrade.
  if (await isCounting(async (query) => (await tx.executeQuery(query)).rows)) return;
  const readers = await takeReaders(tx, monday);
  if (readers.length === 0) return;
  const words = await wordsOf(tx, monday);
  for (const { email: to } of readers)
    await queueProductMail(tx, services, { kind: "weekly_mail", to, details: words.details });
}

async function wordsOf(tx: TenantTx, monday: string) {
  const { storeName } = await findTenant(tx);
  return { storeName, details: weekWords(await weekFigures(tx, monday), storeName) };
}

/** Renders the mail of the last Monday as it would leave now. */
export async function previewWeeklyMail(tx: TenantTx, settings: Settings, now: Date) {
  const { monday } = await selectDueWeek(tx, now);
  const { subject, html } = renderWeekly({ publicUrl: settings.publicUrl, ...(await wordsOf(tx, monday)) });
  return { subject, html };
}

/** Whether somebody wants the mail, and when the next one leaves. */
export async function readChoice(tx: TenantTx, userId: string, now: Date): Promise<WeeklyMailChoice> {
  const { nextAt, timeZone } = await selectDueWeek(tx, now);
  return { isOn: await wantsWeeklyMail(tx, userId), nextAt, timeZone };
}

/** Keeps whether somebody wants the mail. */
export async function setChoice(tx: TenantTx, userId: string, isOn: boolean, now: Date): Promise<WeeklyMailChoice> {
  const { monday } = await selectDueWeek(tx, now);
  await keepChoice(tx, userId, isOn, monday);
  return readChoice(tx, userId, now);
}

/** Withdraws what waits for whoever left, or no longer oversees the store. */
export async function withdrawFormer(tx: TenantTx): Promise<void> {
  await deleteWaitingProductMails(tx, "weekly_mail", await selectOverseers(tx));
}
