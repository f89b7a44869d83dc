import { randomUUID } from "node:crypto";
import { runDueRules } from "../../domains/rules/index.ts";
import type { OutboxMail } from "../../platform/mailer/outbox-mailer.ts";
import type { Desk } from "../open-desk.ts";
import { mailsTo, until } from "../take-mail.ts";
import { customerWrites, reply, type TestMail } from "../test-desk.ts";
import type { Person } from "../test-people.ts";

/** Has a store ask for ratings four hours after a ticket is resolved, or as given. */
export async function askForRatings(
  { api }: Pick<Person, "api">,
  changes: Partial<Omit<Parameters<Person["api"]["ratings"]["save"]>[0], "expectedVersion">> = {},
) {
  const { version, rule: _, ...settings } = await api.ratings.settings();
  return api.ratings.save({ ...settings, isOn: true, ...changes, expectedVersion: version });
}

export const newCustomer = () => `ann.${randomUUID().slice(0, 8)}@customer.test`;

/** Has a customer write and a person answer and resolve; returns the ticket's id. */
export async function resolved(app: Desk, by: Person, mail: TestMail & { from: string }): Promise<string> {
  const { ticket_id: id } = await customerWrites(app, by, mail);
  await reply(by, id, { thenStatus: "resolved" });
  return id;
}

/** Lets the hours pass that rules wait for, and runs those that are due then. */
export async function passHours(
  app: Desk,
  { tenantId }: Pick<Person, "tenantId">,
  ticketId: string,
  hours = 4,
): Promise<void> {
  await app.asOwner(
    "update rule_timers set due_at = due_at - make_interval(hours => $2) where ticket_id = $1",
    [ticketId, hours],
    tenantId,
  );
  await runDueRules.work(app.services);
}

/** Waits for the mail that asks a customer for a rating. */
export function takeRequest(app: Desk, address: string): Promise<OutboxMail> {
  return until(async () => (await mailsTo(app, address)).find(({ text }) => text.includes("/rate/")));
}

/** The paths of a mail's or a page's links to rate, each once, in their order. */
export function ratingPathsIn(text: string): string[] {
  return [...new Set(text.match(/\/rate\/[a-z2-7]{40,}(?:\/\d)?/g) ?? [])];
}

/** Has a customer write, a person resolve and the time pass; returns the ticket, its mail and the path of its page. */
export async function asked(app: Desk, by: Person, mail: Partial<TestMail> = {}) {
  const from = mail.from ?? newCustomer();
  const id = await resolved(app, by, { ...mail, from });
  await passHours(app, by, id);
  const request = await takeRequest(app, from);
  const [first = ""] = ratingPathsIn(request.text);
  return { id, from, request, path: first.replace(/\/\d$/, "") };
}

/** Sends the form of a page as a browser without JavaScript does. */
export async function sendForm(app: Desk, path: string, fields: Record<string, string>, by = app.visit()) {
  const response = await by.send(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
}
