import { rawMailUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { newAddress, newOwner, type Person } from "../../../testing/test-people.ts";

let desk: Desk;
let owner: Person;
beforeAll(async () => {
  desk = await openDesk();
  owner = await newOwner(desk);
});
afterAll(() => desk.stop());

/** Invites somebody and returns the id of the mail once it was sent. */
async function invite(email: string): Promise<string> {
  await owner.api.team.invite({ email, name: "New Person", role: "agent" });
  return until(async () => {
    const { items } = await owner.api.mail.log({ search: email });
    return items.find(({ state }) => state === "sent")?.id;
  });
}

/** Everything that the log says about a mail, without what is unique to it. */
async function logEntryOf(id: string, email: string): Promise<string> {
  const { items } = await owner.api.mail.log({ search: email });
  const { at: _at, finishedAt: _finishedAt, ...entry } = await owner.api.mail.entry({ id });
  const { text, ...flags } = await owner.api.mail.raw({ id });
  const file = await (await owner.send(rawMailUrl(id))).text();
  const all = [items.length, JSON.stringify([entry, flags]), text, file].join("\n");
  return all
    .replaceAll(entry.id, "ID")
    .replaceAll(entry.messageId ?? "", "MESSAGE-ID")
    .replaceAll(email, "ADDRESS")
    .replace(/--_NmP[\w-]+/g, "BOUNDARY")
    .replace(/^Date: .*$/gm, "DATE");
}

test("looks the same whether the invited address has an account elsewhere or not", async () => {
  const [known, fresh] = [(await newOwner(desk)).email, newAddress()];
  const [one, other] = [await invite(known), await invite(fresh)];
  const sent = await logEntryOf(one, known);
  expect(sent).toBe(await logEntryOf(other, fresh));
  expect(sent).toContain('"kind":"invitation"');
  expect(sent).toContain('"isLinkWithheld":false,"isTextWithheld":true');
  expect(sent).toContain("What an invitation says is withheld.");
  expect(sent).not.toMatch(/account|link/);

  await desk.asOwner("update outgoing_mails set state = 'failed', sent_at = null", [], owner.tenantId);
  expect(await logEntryOf(one, known)).toBe(await logEntryOf(other, fresh));
  for (const id of [one, other]) {
    await expect(owner.api.mail.tryAgain({ id })).rejects.toMatchObject({ code: "mail_not_repeatable" });
  }
});
