import type { Calendar } from "@deskhand/contract/targets/hours";
import type { Reference, References } from "@deskhand/contract/targets/references";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { openSettings } from "../../testing/open-settings.tsx";
import { HoursScreen } from "./hours-screen.tsx";

const day: [number, number][] = [[540, 1_020]];
const office: Calendar = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Office",
  timeZone: "Europe/Berlin",
  week: [day, day, day, day, day, [], []],
  country: null,
  region: null,
  daysOff: [{ day: "2999-12-24", name: "Christmas Eve" }],
  version: 3,
  holidays: [],
  changedBy: "Nora Quist",
  updatedAt: "2026-03-02T10:00:00.000Z",
};
const closed: Calendar = {
  ...office,
  id: crypto.randomUUID(),
  name: "Nobody",
  week: Array.from({ length: 7 }, () => []),
};

/** Opens the screen before a server with these calendars. */
async function open(items = [office, closed], used: References = { items: [], more: 0, unseen: 0, unseenViews: 0 }) {
  const desk = { items, answer: (): unknown => office };
  const server = fakeServer();
  server.alsoCan.push("rules:manage", "targets:manage");
  const screen = await openSettings(HoursScreen, {
    server,
    path: /^\/api\/hours/,
    list: () => ({ items: desk.items }),
    answer: () => desk.answer(),
    reads: {
      [`/api/references/calendar/${office.id}`]: used,
      "/api/hours/countries": { items: [{ code: "DE", name: "Germany" }] },
      "/api/hours/holidays": {
        regions: [{ code: "BY", name: "Bayern" }],
        items: [{ day: "2999-01-06", name: "Epiphany" }],
      },
    },
  });
  return Object.assign(desk, screen);
}

const row = (name: string) =>
  page.getByRole("list", { name: "Working hours" }).getByRole("listitem").filter({ hasText: name });
const dialog = (name: string) => page.getByRole("dialog", { name });
const field = (name: string) => dialog("Edit Working Hours").getByRole("textbox", { name });
const cell = (name: string) => dialog("Edit Working Hours").getByRole("gridcell", { name });
const edit = async () => {
  const desk = await open();
  await page.getByRole("button", { name: "Edit Office" }).click();
  await expect.element(field("Monday")).toHaveValue("09:00–17:00");
  return desk;
};

test("says a week in words, and that targets are never due in one without hours", async () => {
  await open();
  for (const words of ["Mon–Fri 09:00–17:00", "Europe/Berlin", "Next day off: Dec 24, 2999, Christmas Eve"]) {
    await expect.element(row("Office")).toMatchTextContent(words);
  }
  await expect.element(row("Nobody")).toMatchTextContent("No working hours");
  await expect.element(row("Nobody")).toMatchTextContent("targets with these hours are never due");
});

test("hours are drawn over several days with the pointer, and typed over midnight", async () => {
  const desk = await edit();
  await userEvent.dragAndDrop(cell("Saturday 10:00–10:30"), cell("Sunday 13:30–14:00"));
  await expect.element(field("Saturday")).toHaveValue("10:00–14:00");
  await expect.element(field("Sunday")).toHaveValue("10:00–14:00");
  await field("Tuesday").fill("22:00-2:00");
  await userEvent.tab();
  await expect.element(field("Tuesday")).toHaveValue("22:00–24:00");
  await expect.element(field("Wednesday")).toHaveValue("00:00–02:00, 09:00–17:00");
  await dialog("Edit Working Hours").getByRole("button", { name: "Save" }).click();
  await expect.element(dialog("Edit Working Hours")).not.toBeInTheDocument();
  expect(desk.requests).toMatchObject([
    [
      `PUT /${office.id}`,
      { expectedVersion: 3, week: [day, [[1_320, 1_440]], [[0, 120], day[0]], day, day, [[600, 840]], [[600, 840]]] },
    ],
  ]);
});

test("a finger that passes over the week draws nothing", async () => {
  await edit();
  const touched = cell("Saturday 10:00–10:30");
  const { x, y } = touched.element().getBoundingClientRect();
  for (const type of ["pointerdown", "pointerup"]) {
    const at = { clientX: x + 4, clientY: y + 4, pointerType: "touch", bubbles: true, pointerId: 1 };
    touched.element().dispatchEvent(new PointerEvent(type, at));
  }
  await expect.element(touched).toHaveAttribute("aria-selected", "false");
  await expect.element(field("Saturday")).toHaveValue("");
});

test("hours are drawn with the keyboard", async () => {
  await edit();
  cell("Monday 09:00–09:30").element().focus();
  await userEvent.keyboard(" ");
  await expect.element(field("Monday")).toHaveValue("09:30–17:00");
  await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowUp}{ArrowUp}{/Shift}");
  await expect.element(field("Tuesday")).toHaveValue("08:00–17:00");
  await expect.element(cell("Tuesday 08:00–08:30")).toHaveFocus();
});

test("a time that cannot be read stands with words about it, changes nothing, and keeps the rest from being saved", async () => {
  const desk = await edit();
  await field("Monday").fill("nine to five");
  await userEvent.tab();
  await expect.element(dialog("Edit Working Hours").getByText("Type times such as 9:00–17:00")).toBeVisible();
  await expect.element(cell("Monday 09:00–09:30")).toHaveAttribute("aria-selected", "true");
  await dialog("Edit Working Hours").getByRole("button", { name: "Save" }).click();
  await expect.element(field("Monday")).toHaveFocus();
  expect(desk.requests).toEqual([]);
  await field("Monday").fill("9-5pm, 8");
  await field("Monday").fill("10:00-16:00");
  await dialog("Edit Working Hours").getByRole("button", { name: "Save" }).click();
  await expect.element(dialog("Edit Working Hours")).not.toBeInTheDocument();
  expect(desk.requests).toMatchObject([[`PUT /${office.id}`, { week: [[[600, 960]], day, day, day, day, [], []] }]]);
});

test("holidays of a country and a region are shown before they are saved, and faults stand at their fields", async () => {
  const desk = await edit();
  const form = dialog("Edit Working Hours");
  await form.getByRole("combobox", { name: "Public holidays of" }).selectOptions("Germany");
  await form.getByRole("combobox", { name: "Region" }).selectOptions("Bayern");
  await expect.element(form.getByText("Epiphany")).toBeVisible();
  desk.answer = () => refusal("input_invalid", { fields: { "daysOff.1.day": ["Enter a day"] } });
  await form.getByRole("button", { name: "Add a day off" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText("Enter a day")).toBeVisible();
  expect(desk.requests.at(-1)).toMatchObject([`PUT /${office.id}`, { country: "DE", region: "BY" }]);
});

test("closing asks before changed hours are dropped, and not where nothing was changed", async () => {
  await edit();
  await dialog("Edit Working Hours").getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog("Edit Working Hours")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Edit Office" }).click();
  await field("Name").fill("Shop");
  await userEvent.keyboard("{Escape}");
  await dialog("Discard changes?").getByRole("button", { name: "Keep editing" }).click();
  await expect.element(field("Name")).toHaveValue("Shop");
  await userEvent.keyboard("{Escape}");
  await dialog("Discard changes?").getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog("Edit Working Hours")).not.toBeInTheDocument();
});

test("the question before hours are deleted names what uses them, each with its link, and says how much more there is", async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const use = (id = "", changes: Partial<Reference> = {}): Reference => ({
    kind: "rule",
    id,
    name: "At night",
    isOn: false,
    isNeeded: false,
    ...changes,
  });
  await open([office], {
    items: [use(ids[0], { kind: "policy", name: "Everybody", isOn: true, isNeeded: true }), use(ids[1])],
    more: 12,
    unseen: 1,
    unseenViews: 2,
  });
  await page.getByRole("button", { name: "Delete Office" }).click();
  const question = dialog("Delete Working Hours");
  const list = question.getByRole("list", { name: /need other working hours before it can be deleted/ });
  await expect.element(list).toMatchTextContent("Target Everybody");
  await expect.element(list).toMatchTextContent("Rule At night (off)");
  await expect.element(list).toMatchTextContent("and 12 more, 1 macro that you cannot see and 2 saved views of others");
  await expect
    .element(list.getByRole("link", { name: "Everybody" }))
    .toHaveAttribute("href", `/dashboard/admin?view=targets&open=${ids[0]}`);
  await expect
    .element(list.getByRole("link", { name: "At night" }))
    .toHaveAttribute("href", `/dashboard/admin?view=rules&open=${ids[1]}`);
});

test("an address that names working hours opens their form, and a reload after it was closed does not", async () => {
  const { router } = await open([office]);
  await router.navigate({ to: ".", search: { open: office.id } as never });
  await expect.element(field("Name")).toHaveValue("Office");
  expect(router.state.location.search).toEqual({});
  await dialog("Edit Working Hours").getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog("Edit Working Hours")).not.toBeInTheDocument();
});
