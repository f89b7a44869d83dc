import type { Policy } from "@deskhand/contract/targets/targets";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { openSettings } from "../../testing/open-settings.tsx";
import { TargetsScreen } from "./targets-screen.tsx";

const vip: Policy = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "VIP",
  matches: "all",
  conditions: [{ field: "tags", comparison: "has", values: ["vip"] }],
  firstReplyMinutes: 90,
  nextReplyMinutes: null,
  resolutionMinutes: 1_440,
  calendarId: "44444444-4444-4444-8444-444444444444",
  pausing: ["pending"],
  isOn: true,
  version: 3,
  changedBy: "Nora Quist",
  updatedAt: "2026-03-02T10:00:00.000Z",
};
const others: Policy = {
  ...vip,
  id: "33333333-3333-4333-8333-333333333333",
  name: "Others",
  conditions: [],
  calendarId: null,
  pausing: [],
  isOn: false,
};
const hours = { id: vip.calendarId, name: "Office", timeZone: "UTC", week: Array.from({ length: 7 }, () => []) };
const calendar = { country: null, region: null, daysOff: [], holidays: [], version: 1, changedBy: null };

/** Opens the screen before a server with these policies. */
async function open(items = [vip, others]) {
  const desk = { items, answer: (): unknown => vip };
  const server = fakeServer();
  server.alsoCan.push("targets:manage");
  const screen = await openSettings(() => <TargetsScreen renderConditions={() => <p>Conditions</p>} />, {
    server,
    path: /^\/api\/targets/,
    list: () => ({ items: desk.items }),
    answer: () => desk.answer(),
    reads: { "/api/hours": { items: [{ ...hours, ...calendar, updatedAt: vip.updatedAt }] } },
  });
  return Object.assign(desk, screen);
}

const row = (name: string) =>
  page.getByRole("list", { name: "Policies" }).getByRole("listitem").filter({ hasText: name });

test("says of each policy for which tickets it is, within which times, and where they are never due", async () => {
  await open();
  for (const words of [
    "First reply within 1 h 30 min · Resolution within 24 h",
    "If Tags has any of “vip”, in the hours of Office, not while Pending",
    "Never due: its working hours are empty",
  ])
    await expect.element(row("VIP")).toMatchTextContent(words);
  await expect.element(row("Others")).toMatchTextContent("For every ticket, around the clock");
});

test("says where an earlier policy for every ticket leaves none to a later one", async () => {
  await open([{ ...others, isOn: true }, vip]);
  await expect.element(row("VIP")).toMatchTextContent("Never reached: every ticket is of Others");
  await expect.element(row("Others").first()).not.toMatchTextContent("Never reached");
});

test("is switched, and moved to another place", async () => {
  const desk = await open();
  await page.getByRole("switch", { name: "Others is on" }).click();
  await expect.poll(() => desk.requests).toEqual([[`POST /${others.id}/switch`, { isOn: true }]]);
  desk.answer = () => ({ items: [others, vip] });
  await page.getByRole("button", { name: "Move Others: number 2 of 2" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect.poll(() => desk.requests.at(-1)).toEqual(["POST /order", { ids: [others.id, vip.id] }]);
});

test("a new policy takes its times in minutes or hours, and says what it lacks", async () => {
  const desk = await open([]);
  await page.getByRole("button", { name: "New Policy" }).click();
  const form = page.getByRole("dialog", { name: "New Policy" });
  await form.getByRole("textbox", { name: "Name" }).fill("Everybody");
  desk.answer = () =>
    refusal("input_invalid", { fields: { firstReplyMinutes: ["Enter a time for at least one target"] } });
  await form.getByRole("button", { name: "Save and switch on" }).click();
  await expect.element(form.getByText("Enter a time for at least one target")).toBeVisible();
  await form.getByRole("textbox", { name: "First reply" }).fill("1.5");
  await form.getByRole("textbox", { name: "Next reply" }).fill("45");
  await form.getByRole("combobox", { name: "Unit of Next reply" }).selectOptions("minutes");
  await form.getByRole("combobox", { name: "The time passes" }).selectOptions("In the hours of Office");
  await form.getByRole("checkbox", { name: "In Progress" }).click();
  desk.answer = () => vip;
  await form.getByRole("button", { name: "Save and switch on" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(desk.requests.at(-1)).toEqual([
    "POST ",
    {
      name: "Everybody",
      matches: "all",
      conditions: [],
      firstReplyMinutes: 90,
      nextReplyMinutes: 45,
      resolutionMinutes: null,
      calendarId: vip.calendarId,
      pausing: ["in-progress", "pending"],
      isOn: true,
      idempotencyKey: expect.any(String),
    },
  ]);
});

test("a policy that was changed meanwhile is not overwritten", async () => {
  const desk = await open();
  await page.getByRole("button", { name: "Edit VIP" }).click();
  const form = page.getByRole("dialog", { name: "Edit Policy" });
  await expect.element(form.getByRole("textbox", { name: "First reply" })).toHaveValue("90");
  desk.answer = () => refusal("policy_changed_meanwhile", { version: 4 });
  await form.getByRole("textbox", { name: "First reply" }).fill("60");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(form.getByText("This policy was changed meanwhile")).toBeVisible();
  expect(desk.requests).toMatchObject([[`PUT /${vip.id}`, { firstReplyMinutes: 60, expectedVersion: 3 }]]);
});
