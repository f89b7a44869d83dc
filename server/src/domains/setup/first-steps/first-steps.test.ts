import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const doneFor = async (person: Person) => {
  const { steps } = await person.api.setup.firstSteps();
  return steps.filter(({ isDone }) => isDone).map(({ id }) => id);
};

test("marks each step of a new store when it is really done, and keeps it", async () => {
  const owner = await newOwner(app, newAddress().replace("acme-shop.test", "gmail.com"));
  expect((await owner.api.setup.firstSteps()).steps.map(({ id }) => id)).toEqual([
    ...["person", "name", "branding", "forwarding", "store", "colleague", "reply"],
  ]);
  expect(await doneFor(owner)).toEqual([]);

  await owner.api.account.updateProfile({ name: "Ada Pine" });
  expect(await doneFor(owner)).toEqual(["person"]);
  await owner.api.account.updateProfile({ name: owner.email.replace(/@.*/, "") });

  await owner.api.client.rename({ storeName: "Paper & Pine", from: "My Store" });
  expect(await doneFor(owner)).toEqual(["name"]);
  await owner.api.client.rename({ storeName: "My Store", from: "Paper & Pine" });
  expect(await doneFor(owner)).toEqual(["name"]);

  await owner.api.emailSettings.save({ primaryColor: "#224466" });
  expect(await doneFor(owner)).toEqual(["name", "branding"]);
  await owner.api.emailSettings.reset();
  expect(await doneFor(owner)).toEqual(["name"]);
  await owner.api.emailSettings.save({ acknowledges: true });
  expect(await doneFor(owner)).toEqual(["name", "branding"]);

  // It comes straight from Google, so nothing is forwarded yet.
  await makeTicket(app, owner, { from: "forwarding-noreply@google.com", subject: "Gmail Forwarding Confirmation" });
  expect(await doneFor(owner)).toEqual(["name", "branding"]);
  // The same holds for a mail to the given address with a copy for others.
  await customerWrites(app, owner, { headers: ["Cc: friend@elsewhere.test"] });
  expect(await doneFor(owner)).toEqual(["name", "branding"]);
  const { ticket_id: ticketId } = await customerWrites(app, owner, { headers: ["Delivered-To: help@shop.test"] });
  expect(await doneFor(owner)).toEqual(["name", "branding", "forwarding"]);

  await addColleague(app, owner, "agent");
  expect(await doneFor(owner)).toEqual(["name", "branding", "forwarding", "colleague"]);
  await reply(owner, ticketId ?? "", { content: "It is on its way." });
  expect(await doneFor(owner)).toEqual(["name", "branding", "forwarding", "colleague", "reply"]);
});

test("counts a store named after its first person's domain as named once that name is saved", async () => {
  const owner = await newOwner(app);
  expect((await owner.api.client.get()).storeName).toBe("Acme Shop");
  expect(await doneFor(owner)).toEqual([]);
  const asked = { storeName: "Acme Shop", from: "Acme Shop" };
  await expect(owner.api.client.rename({ ...asked, storeName: " " })).rejects.toMatchObject({ code: "input_invalid" });
  expect(await doneFor(owner)).toEqual([]);
  await owner.api.client.rename(asked);
  await owner.api.client.rename(asked);
  expect(await doneFor(owner)).toEqual(["name"]);
  const { items } = await owner.api.audit.list({ kind: "settings" });
  expect(items.map(({ action, subject }) => [action, subject])).toEqual([
    ["settings.store-name-confirmed", "Acme Shop"],
  ]);
});

test("hides dismissed steps from one person, and still shows them to colleagues", async () => {
  const owner = await newOwner(app);
  const other = await addColleague(app, owner, "admin");
  expect((await owner.api.setup.firstSteps()).isDismissed).toBe(false);
  const [once, twice] = [await owner.api.setup.dismissFirstSteps(), await owner.api.setup.dismissFirstSteps()];
  expect([once.isDismissed, twice.isDismissed]).toEqual([true, true]);
  expect((await other.api.setup.firstSteps()).isDismissed).toBe(false);
  // Done steps still show.
  expect(await doneFor(other)).toEqual(["person", "colleague"]);
});

test("shows the steps to admins only", async () => {
  const agent = await addColleague(app, await newOwner(app), "agent");
  await expect(agent.api.setup.firstSteps()).rejects.toMatchObject({ code: "not_allowed" });
  await expect(agent.api.setup.dismissFirstSteps()).rejects.toMatchObject({ code: "not_allowed" });
});
