import type { Rule, TriedRule } from "@deskhand/contract/admin/rules";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { openSettings } from "../../testing/open-settings.tsx";
import { beganRule, draftLike } from "./rule-draft.ts";
import { RulesScreen } from "./rules-screen.tsx";

const refunds: Rule = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Refunds",
  trigger: "created",
  delayHours: null,
  matches: "all",
  conditions: [{ field: "words", comparison: "contains", values: ["refund", "money back"] }],
  actions: [{ action: "add_tags", values: ["refund"] }],
  isOn: true,
  version: 3,
  madeBy: "Nora Quist",
  changedBy: "Nora Quist",
  updatedAt: "2026-03-02T10:00:00.000Z",
  runs: 1_204,
  lastRunAt: "2026-03-02T10:00:00.000Z",
  lastOutcome: "ran",
  stoppedAt: null,
  missing: [],
};
const late: Rule = {
  ...refunds,
  id: "33333333-3333-4333-8333-333333333333",
  name: "Late",
  trigger: "since_pending",
  delayHours: 48,
  conditions: [],
  actions: [{ action: "set_status", values: ["open"] }],
  isOn: false,
  runs: 0,
  lastOutcome: "refused",
  stoppedAt: "2026-03-02T10:00:00.000Z",
  missing: ["Ben Ohr left"],
};
const office = { id: "44444444-4444-4444-8444-444444444444", name: "Office" };
const tried: TriedRule = {
  ticketId: crypto.randomUUID(),
  ticketNumber: 7,
  subject: "Refund <b>please</b>",
  at: "2026-03-02T10:00:00.000Z",
  effects: ["Adds tags: refund"],
};

const manages = ["rules:manage", "webhooks:manage"] as const;

/** Opens the screen before a server with these rules. */
async function open(items = [refunds, late], can: readonly ("rules:manage" | "webhooks:manage")[] = manages) {
  const desk = { items, answer: (): unknown => refunds };
  const server = fakeServer();
  server.alsoCan.push(...can);
  const screen = await openSettings(RulesScreen, {
    server,
    path: /^\/api\/rules/,
    list: () => ({ items: desk.items }),
    answer: () => desk.answer(),
    reads: { "/api/webhooks": { items: [] }, "/api/hours": { items: [office] } },
  });
  return Object.assign(desk, screen);
}

const row = (name: string) => page.getByRole("list", { name: "Rules" }).getByRole("listitem").filter({ hasText: name });
const dialog = (name: string) => page.getByRole("dialog", { name });

test("reads each rule as a sentence, with what is wrong with it", async () => {
  await open();
  await expect
    .element(row("Refunds"))
    .toMatchTextContent(
      "When a ticket is created, if Subject or text contains any of “refund”, “money back”: Add tags “refund”",
    );
  await expect.element(row("Refunds")).toMatchTextContent("Ran 1,204 times in the last 30 days");
  for (const words of [
    "48 hours since the ticket became pending: Set the status to Open",
    "it ran too often",
    "Ben Ohr left",
    "Could not run, last Mar 2",
  ])
    await expect.element(row("Late")).toMatchTextContent(words);
});

test("is tried before it is switched on, once for its version, and moved by the arrow keys of its handle", async () => {
  const desk = await open();
  const turned = (isOn: boolean) => [`POST /${late.id}/switch`, { isOn }];
  desk.answer = () => ({ looked: 9, tickets: 9, items: [tried] });
  const turn = page.getByRole("switch", { name: "Late is on" });
  await turn.click();
  const asking = dialog("Switch On Rule");
  await expect.element(asking).toMatchTextContent("Adds tags: refund");
  await asking.getByRole("button", { name: "Cancel" }).click();
  await turn.click();
  await asking.getByRole("button", { name: "Switch on" }).click();
  await expect.poll(() => desk.requests.at(-1)).toEqual(turned(true));
  expect(desk.requests.map(([path]) => path)).toEqual(["POST /try", "POST /try", `POST /${late.id}/switch`]);
  await expect.element(turn).toBeEnabled();
  await turn.click();
  await expect.poll(() => desk.requests).toHaveLength(4);
  expect(desk.requests.at(-1)).toEqual(turned(true));
  desk.answer = () => ({ items: [late, refunds] });
  page.getByRole("button", { name: "Move Late: number 2 of 2" }).element().focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(() => desk.requests.at(-1)).toEqual(["POST /order", { ids: [late.id, refunds.id] }]);
});

test("a new rule is tried, its faults stand at their parts, and it is saved switched on", async () => {
  const desk = await open([]);
  await page.getByRole("button", { name: "New Rule" }).click();
  const form = dialog("New Rule");
  desk.answer = () => refusal("input_invalid", { fields: { "conditions.0.values": ["Enter a value"] } });
  await form.getByRole("button", { name: "Try on the newest tickets" }).click();
  await expect.element(form.getByText("Enter a value")).toBeVisible();
  await form.getByRole("textbox", { name: "Value" }).first().fill("refund, money back");
  await form.getByRole("textbox", { name: "Value" }).last().fill("refund");
  desk.answer = () => ({ looked: 1_000, tickets: 1_000, items: [tried] });
  await form.getByRole("button", { name: "Try on the newest tickets" }).click();
  const trial = form.getByRole("region", { name: "Trial" });
  await expect.element(trial).toMatchTextContent(/changed 1 on 1,000 occasions.*Ticket: 0007 · Refund <b>please<\/b>/);
  await expect.element(trial).toMatchTextContent("Adds tags: refund");
  await form.getByRole("textbox", { name: "Name" }).fill("Refunds");
  await form.getByRole("button", { name: "Save and switch on" }).click();
  const asking = dialog("Switch On Rule");
  await expect.element(asking).toMatchTextContent("Adds tags: refund");
  desk.answer = () => refunds;
  await asking.getByRole("button", { name: "Switch on" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(desk.requests.at(-1)).toEqual([
    "POST ",
    {
      name: "Refunds",
      trigger: "created",
      delayHours: null,
      matches: "all",
      conditions: [{ field: "words", comparison: "contains", values: ["refund", "money back"] }],
      actions: [{ action: "add_tags", values: ["refund"] }],
      isOn: true,
      idempotencyKey: expect.any(String),
    },
  ]);
});

test("a condition on the time begins with the store's hours, and hours that were deleted stay until others are chosen", async () => {
  const gone = { field: "time" as const, comparison: "outside", values: [crypto.randomUUID()] };
  const desk = await open([{ ...refunds, conditions: [gone] }]);
  await expect.element(row("Refunds")).toMatchTextContent("if Time is outside the hours of “a deleted one”");
  await page.getByRole("button", { name: "Edit Refunds" }).click();
  const form = dialog("Edit Rule");
  await expect.element(form.getByRole("combobox", { name: "Value" })).toMatchTextContent("Deleted working hours");
  await form.getByRole("button", { name: "Add a condition" }).click();
  await form.getByRole("combobox", { name: "Field" }).last().selectOptions("Time");
  await form.getByRole("button", { name: "Remove the condition" }).first().click();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(form).not.toBeInTheDocument();
  const time = { field: "time", comparison: "within", values: [office.id] };
  expect(desk.requests.at(-1)).toEqual([`PUT /${refunds.id}`, expect.objectContaining({ conditions: [time] })]);
});

test("of two people who change a rule, the later one is shown what it is now and decides", async () => {
  const desk = await open();
  await page.getByRole("button", { name: "Edit Refunds" }).click();
  const form = dialog("Edit Rule");
  await form.getByRole("combobox", { name: "When" }).selectOptions("since the ticket was created");
  await form.getByRole("textbox", { name: "Hours" }).fill("24");
  desk.answer = () => refusal("rule_changed_meanwhile", { version: 4 });
  desk.items = [{ ...refunds, version: 4, name: "Money", changedBy: "Ben Ohr" }, late];
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(form.getByText("This rule was changed meanwhile")).toBeVisible();
  await expect.element(form).toMatchTextContent(/By Ben Ohr.*It is now: ?Money ?When a ticket is created, if/);
  desk.answer = () => refunds;
  await form.getByRole("button", { name: "Save mine anyway" }).click();
  await expect.element(form).not.toBeInTheDocument();
  const mine = { name: "Refunds", trigger: "since_created", delayHours: 24 };
  expect(desk.requests).toMatchObject([
    [`PUT /${refunds.id}`, { ...mine, expectedVersion: 3 }],
    [`PUT /${refunds.id}`, { ...mine, expectedVersion: 4 }],
  ]);
});

test("a rule that was deleted meanwhile is saved as a new one", async () => {
  const desk = await open();
  await page.getByRole("button", { name: "Edit Refunds" }).click();
  const form = dialog("Edit Rule");
  await form.getByRole("textbox", { name: "Name" }).fill("Money");
  desk.answer = () => refusal("rule_not_found");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  // Until it is shown, the request may not have been answered.
  await expect.element(form.getByRole("button", { name: "Save as new" })).toBeVisible();
  desk.answer = () => refunds;
  await form.getByRole("button", { name: "Save as new" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(desk.requests.at(-1)).toMatchObject(["POST ", { name: "Money", isOn: true }]);
});

test("asks before changes are discarded, and only then", async () => {
  await open();
  await page.getByRole("button", { name: "Edit Refunds" }).click();
  const form = dialog("Edit Rule");
  await userEvent.keyboard("{Escape}");
  await expect.element(form).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Edit Refunds" }).click();
  await form.getByRole("textbox", { name: "Name" }).fill("Money");
  await userEvent.keyboard("{Escape}");
  const question = dialog("Discard changes?");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(form.getByRole("textbox", { name: "Name" })).toHaveValue("Money");
  await userEvent.keyboard("{Escape}");
  await question.getByRole("button", { name: "Discard", exact: true }).click();
  await expect.element(form).not.toBeInTheDocument();
});

test("a canned response is chosen by its title, and one that was deleted says so", async () => {
  const gone = crypto.randomUUID();
  await open([{ ...refunds, actions: [{ action: "send_reply", values: [gone] }], missing: ["“Hello” was deleted"] }]);
  await expect.element(row("Refunds")).toMatchTextContent(/“Hello” was deleted.*Send canned response “a deleted one”/);
  await page.getByRole("button", { name: "Edit Refunds" }).click();
  const value = dialog("Edit Rule").getByRole("combobox", { name: "Value" });
  await expect.element(value).toMatchTextContent("A canned response that was deleted");
});

test("a rule that was begun at a ticket is of its sender and subject", async () => {
  beganRule.set(draftLike({ subject: "Re: AW: Hello, a refund please", sender: "jane@customer.example" }));
  await open([]);
  const values = dialog("New Rule").getByRole("textbox", { name: "Value" });
  await expect.element(values.nth(0)).toHaveValue("a refund please");
  const comparisons = dialog("New Rule").getByRole("combobox", { name: "Comparison" });
  await expect.element(comparisons.nth(1)).toMatchTextContent("is exactly");
  await expect.element(values.nth(1)).toHaveValue("jane@customer.example");
});

test("who may not change rules reads them, and whether they are on", async () => {
  await open([refunds, late], []);
  await expect.element(row("Refunds")).toMatchTextContent(/Add tags “refund”.*On$/);
  await expect.element(row("Late")).toMatchTextContent(/Off$/);
  expect(page.getByRole("button").elements()).toEqual([]);
});
