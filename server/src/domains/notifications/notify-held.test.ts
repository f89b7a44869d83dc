import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerWrites } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const write = (from: string) => customerWrites(app, owner, { from, text: crypto.randomUUID() });
/** So many mails that are held back, as their sender may bring one. */
async function hold(count: number): Promise<void> {
  const from = `${crypto.randomUUID()}@market.example`;
  await owner.api.sharedSenders.set({ sender: from, mails: 1 });
  await write(from);
  await Promise.all(Array.from({ length: count }, () => write(from)));
}
const told = async ({ api }: Person) =>
  (await api.notifications.list()).items
    .filter(({ type }) => type === "mail_notice")
    .map(({ title, message }) => `${title}: ${message.replace(/in \d+ seconds?/, "in a moment")}`);
const words = (what: string, where: string) =>
  `Incoming Mail: ${what}, as too many came from one sender at once. Release ${where} in the mail log`;

test("what a limit holds back within an hour is one notification for the admins, with the number as it is", async () => {
  await hold(1);
  expect(await told(owner)).toEqual([words("A mail was held back", "it")]);
  await hold(40);
  expect(await told(owner)).toEqual([words("41 mails were held back in a moment", "them")]);
  expect(await told(agent)).toEqual([]);
  const news = "select from events where type = 'notification.created' and payload ->> 'id' like 'held-%'";
  expect(await app.asOwner(news, [], owner.tenantId)).toHaveLength(1);
});

test("after an hour, and of another limit, it is told anew", async () => {
  await hold(2);
  await app.asOwner("update mail_holds set began_at = began_at - interval '61 minutes'", [], owner.tenantId);
  await hold(3);
  const headers = Array.from({ length: 4_000 }, (_, line) => `X-Filler-${line}: ${"x".repeat(90)}`);
  await customerWrites(app, owner, { headers });
  expect(await told(owner)).toEqual([
    "Incoming Mail: A mail was held back, as it is too large, or takes too long to be read. Release it in the mail log",
    words("3 mails were held back in a moment", "them"),
    expect.stringContaining("2 mails were held back"),
  ]);
});

test("what is forged, blocked or our own coming back is held by no limit, and rings no bell", async () => {
  await owner.api.blockedSenders.add({ sender: "spam.example" });
  await write("ann@spam.example");
  await write(`Support <help@${owner.supportEmail.split("@")[1]}>`);
  await customerWrites(app, owner, { headers: Array.from({ length: 101 }, () => "Received: from a by b; now") });
  expect(await told(owner)).toEqual([]);
});
