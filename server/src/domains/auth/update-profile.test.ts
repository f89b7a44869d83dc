import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, signIn } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

async function faultsOf(name: unknown): Promise<unknown> {
  const owner = await newOwner(app);
  const { data } = await jsonOf(await owner.send("/api/account/profile", { json: { name } }));
  return Object(data).fields.name;
}

test("shows a new name everywhere at once, but keeps the old one on what was written before", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const elsewhere = await signIn(app, agent);
  expect((await elsewhere.api.account.me()).user.name).toBe("agent");
  const ticket = await makeTicket(app, owner);
  await reply(agent, ticket.id, { content: "Before" });

  const profile = await agent.api.account.updateProfile({ name: "  Mina   Castellanos " });
  expect(profile).toEqual({
    id: agent.userId,
    email: agent.email,
    name: "Mina Castellanos",
    role: "agent",
    avatar: null,
  });
  await until(async () => (await elsewhere.api.account.me()).user.name === "Mina Castellanos");
  await until(async () => (await agent.api.account.me()).user.name === "Mina Castellanos");
  await reply(agent, ticket.id, { content: "After" });
  const { messages } = await owner.api.tickets.get({ id: ticket.id });
  expect(messages.map(({ content, authorName }) => [content, authorName]).slice(1)).toEqual([
    ["Before", "agent"],
    ["After", "Mina Castellanos"],
  ]);
  const identities = await app.asOwner("select name from identities where id = $1", [agent.userId]);
  expect(identities).toEqual([{ name: "Mina Castellanos" }]);
});

test("changes nothing for the same name, and nobody else's name", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  await agent.api.account.updateProfile({ name: "Ada" });
  expect((await agent.api.account.updateProfile({ name: "Ada" })).name).toBe("Ada");
  expect((await owner.api.account.me()).user.name).toBe(owner.name);
});

test("tells colleagues' screens of a changed profile", async () => {
  const owner = await newOwner(app);
  await owner.api.account.updateProfile({ name: "Ada" });
  const events = await app.asOwner("select type, payload from events", [], owner.tenantId);
  expect(events).toEqual([{ type: "user.updated", payload: { userId: owner.userId } }]);
});

test.each([
  ["", ["Name cannot be empty"]],
  [" \u200b\u202e ", ["Name cannot be empty"]],
  ["x".repeat(101), ["Name is too long (maximum 100 characters)"]],
  ["mina@lumen.example", ["Name cannot contain @"]],
  ["...", ["Name needs a letter or a number"]],
])("refuses %j as a name", async (name, faults) => {
  expect(await faultsOf(name)).toEqual(faults);
});

test.each([null, 7, ["Ada"], undefined])("refuses what is not text as a name: %j", async (name) => {
  expect(await faultsOf(name)).toHaveLength(1);
});

test.each(["x".repeat(100), "محمد", "李", "O'Brien-Núñez", "Anna 2"])("accepts %j as a name", async (name) => {
  const owner = await newOwner(app);
  expect((await owner.api.account.updateProfile({ name })).name).toBe(name);
});
