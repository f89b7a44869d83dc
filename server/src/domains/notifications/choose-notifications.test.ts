import { notificationTypes } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { customerReplies, makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, signIn } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test("notifies of everything at first, in the bell only, and keeps choices per person", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const atFirst = { wanted: [...notificationTypes], desktop: false, sound: false };
  expect(await agent.api.notifications.preferences()).toEqual(atFirst);
  const choices = { wanted: ["customer_reply" as const], desktop: true, sound: true };
  expect(await agent.api.notifications.setPreferences(choices)).toEqual(choices);
  const phone = await signIn(app, agent);
  expect(await phone.api.notifications.preferences()).toEqual(choices);
  await agent.api.notifications.setPreferences({
    wanted: ["delivery_failed", "delivery_failed"],
    desktop: false,
    sound: true,
  });
  expect(await phone.api.notifications.preferences()).toEqual({
    wanted: ["delivery_failed"],
    desktop: false,
    sound: true,
  });
  expect(await owner.api.notifications.preferences()).toEqual(atFirst);
});

test("creates nothing that a person does not want, and notifies colleagues as before", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  await agent.api.notifications.setPreferences({ wanted: ["new_ticket"], desktop: false, sound: false });
  const { id } = await makeTicket(app, owner);
  await customerReplies(app, owner, id, "Hello?");
  const types = async ({ api }: typeof owner) => (await api.notifications.list()).items.map(({ type }) => type);
  expect(await types(agent)).toEqual(["new_ticket"]);
  expect(await types(owner)).toEqual(["customer_reply", "new_ticket"]);
  await agent.api.notifications.setPreferences({ wanted: ["customer_reply"], desktop: false, sound: false });
  await customerReplies(app, owner, id, "Hello again?");
  expect(await types(agent)).toEqual(["customer_reply", "new_ticket"]);
});

test("tells screens whom a notification is for, but never its text, and nothing when nobody wants it", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  await agent.api.notifications.setPreferences({ wanted: ["new_ticket"], desktop: false, sound: false });
  const screen = await openScreen(app, agent);
  const { id } = await makeTicket(app, owner, { subject: "Confidential" });
  await customerReplies(app, owner, id, "Hello?");
  await screen.hears(screen.readyAt + 5);
  const pushed = screen.events.filter(({ type }) => type === "notification.created").map(({ payload }) => payload);
  expect(pushed).toEqual([
    {
      id: `ticket-${id}`,
      type: "new_ticket",
      ticketId: id,
      userIds: expect.arrayContaining([owner.userId, agent.userId]),
    },
    { id: expect.stringMatching(/^message-/), type: "customer_reply", ticketId: id, userIds: [owner.userId] },
  ]);
  expect(JSON.stringify(pushed)).not.toMatch(/Confidential|Jane/);

  await owner.api.notifications.setPreferences({ wanted: [], desktop: false, sound: false });
  const before = screen.events.length;
  await customerReplies(app, owner, id, "Anybody?");
  await screen.hears(screen.readyAt + 6);
  expect(screen.events.slice(before).map(({ type }) => type)).toEqual(["message.created"]);
  screen.close();
});

test("applies the store's choice to people without their own, including new ones, and never to others", async () => {
  const owner = await newOwner(app);
  const chooser = await addColleague(app, owner, "agent");
  await chooser.api.notifications.setPreferences({ wanted: [...notificationTypes], desktop: false, sound: false });
  const wanted = notificationTypes.filter((type) => type !== "customer_reply");
  await owner.api.notifications.setTeamDefaults({ wanted });
  const newcomer = await addColleague(app, owner, "agent");
  expect((await newcomer.api.notifications.preferences()).wanted).toEqual(wanted);
  const { id } = await makeTicket(app, owner);
  await customerReplies(app, owner, id, "Hello?");
  const types = async ({ api }: typeof owner) => (await api.notifications.list()).items.map(({ type }) => type);
  expect(await types(newcomer)).toEqual(["new_ticket"]);
  expect(await types(chooser)).toEqual(["customer_reply", "new_ticket"]);
  const team = await owner.api.notifications.team();
  expect(team.wanted).toEqual(wanted);
  const unwanted = Object.fromEntries(team.people.map((person) => [person.id, person.unwanted]));
  expect(unwanted).toEqual({
    [owner.userId]: ["customer_reply"],
    [newcomer.userId]: ["customer_reply"],
    [chooser.userId]: [],
  });
  const [entry] = (await owner.api.audit.list({ kind: "settings" })).items;
  expect(entry).toMatchObject({ action: "settings.notifications-changed", actorName: owner.name });
  await expect(newcomer.api.notifications.team()).rejects.toMatchObject({ code: "not_allowed" });
});

test("refuses an unknown type or missing choices by name", async () => {
  const owner = await newOwner(app);
  const put = (json: unknown) =>
    owner.send("/api/notifications/preferences", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    });
  for (const [wrong, field] of [
    [{ wanted: ["everything"], desktop: false, sound: false }, "wanted.0"],
    [{ wanted: [], desktop: "yes", sound: false }, "desktop"],
    [{ wanted: [], desktop: true }, "sound"],
  ] as const) {
    const response = await put(wrong);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`"${field}"`);
  }
  expect(await owner.api.notifications.preferences()).toMatchObject({ wanted: [...notificationTypes], sound: false });
});
