import { randomUUID } from "node:crypto";
import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let admin: Person;
let dana: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  dana = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const { id } of (await admin.api.rules.list()).items) await admin.api.rules.remove({ id });
});

type NewRule = Parameters<Person["api"]["rules"]["create"]>[0];
type TriedRule = Parameters<Person["api"]["rules"]["try"]>[0];

const refunds: TriedRule = {
  name: "Refunds",
  trigger: "created",
  conditions: [{ field: "words", comparison: "contains", values: ["refund", "money back"] }],
  actions: [{ action: "add_tags", values: ["refund"] }],
};
const make = (changes: Partial<NewRule> = {}) =>
  admin.api.rules.create({ ...refunds, isOn: true, idempotencyKey: randomUUID(), ...changes });

describe("keeping rules", () => {
  test("a repeated request makes no second rule, and a change makes a new version", async () => {
    const idempotencyKey = randomUUID();
    const made = await make({ idempotencyKey });
    expect(await make({ idempotencyKey })).toEqual(made);
    const { id } = made;
    const change = { ...refunds, id, expectedVersion: 1 };
    expect(await admin.api.rules.update({ ...change, name: "Money" })).toMatchObject({ name: "Money", version: 2 });
    await expect(admin.api.rules.update({ ...change, name: "Cash" })).rejects.toMatchObject({
      code: "rule_changed_meanwhile",
      data: { version: 2 },
    });
    await make({ name: "Other" });
    await expect(admin.api.rules.update({ ...change, expectedVersion: 2, name: "other" })).rejects.toMatchObject({
      code: "rule_name_taken",
    });
    expect((await admin.api.rules.list()).items.map(({ name }) => name)).toEqual(["Money", "Other"]);
  });

  test.each<[string, Partial<TriedRule>, string]>([
    ["no name", { name: "  " }, "name"],
    ["no actions", { actions: [] }, "actions"],
    ["a trigger on time without hours", { trigger: "since_created" }, "delayHours"],
    ["hours with a trigger that has no delay", { delayHours: 3 }, "delayHours"],
    [
      "a comparison of another field",
      { conditions: [{ field: "tags", comparison: "starts", values: ["a"] }] },
      "conditions.0.comparison",
    ],
    ["an unknown status", { actions: [{ action: "set_status", values: ["gone"] }] }, "actions.0.values"],
    ["a colleague by name", { actions: [{ action: "assign", values: ["Dana"] }] }, "actions.0.values"],
    [
      "an amount in words",
      { conditions: [{ field: "spend", comparison: "at_least", values: ["much"] }] },
      "conditions.0.values",
    ],
    [
      "a condition without a value",
      { conditions: [{ field: "subject", comparison: "contains", values: [] }] },
      "conditions.0.values",
    ],
    ["a snooze of a century", { actions: [{ action: "snooze", values: ["876000"] }] }, "actions.0.values"],
  ])("%s is refused, and the error names the field", async (_, wrong, field) => {
    const refused = vi.fn<(error: { data: { fields: Record<string, string[]> } }) => void>();
    await admin.api.rules.try({ ...refunds, ...wrong }).catch(refused);
    expect(Object.keys(refused.mock.calls[0]?.[0].data.fields ?? {})).toContain(field);
  });

  test("everybody can read the rules and what they did to a ticket, and only admins can change them", async () => {
    const { id: ruleId, isOn } = await admin.api.rules.create({ ...refunds, isOn: true, idempotencyKey: randomUUID() });
    expect((await dana.api.rules.list()).items).toMatchObject([{ id: ruleId, isOn }]);
    expect(await dana.api.rules.runs({ id: ruleId })).toEqual({ items: [] });
    const refused = { message: "Only administrators can manage rules" };
    await expect(dana.api.rules.switch({ id: ruleId, isOn: false })).rejects.toMatchObject(refused);
    const { id } = await makeTicket(app, admin);
    const ofTicket = await dana.api.rules.ofTicket({ ticketId: id });
    expect(ofTicket.items).toMatchObject([{ rules: [{ ruleId, outcome: "skipped" }] }]);
  });

  test("a store has 500 rules, which are listed, put in order and run; one more is refused", async () => {
    const full = await newOwner(app);
    const create = (name: string) =>
      full.api.rules.create({ ...refunds, name, isOn: true, idempotencyKey: randomUUID() });
    const { id } = await create("Rule 1");
    await app.asOwner(
      `insert into rules (client_id, id, name, is_on, position, trigger, matches, conditions, actions)
         select client_id, gen_random_uuid(), 'Rule ' || n, true, n, trigger, matches, conditions, actions
         from rules, generate_series(2, $2) n where id = $1`,
      [id, ruleLimits.rules],
      full.tenantId,
    );
    await expect(create("One more")).rejects.toMatchObject({ code: "too_many_rules" });
    const names = Array.from({ length: ruleLimits.rules }, (_, index) => `Rule ${index + 1}`);
    const { items } = await full.api.rules.list();
    expect(items.map(({ name }) => name)).toEqual(names);
    const ids = items.map((rule) => rule.id).reverse();
    const arranged = await full.api.rules.arrange({ ids });
    expect(arranged.items.map(({ name }) => name)).toEqual(names.toReversed());
    const ticket = await makeTicket(app, full, { subject: "refund" });
    const [pass] = (await full.api.rules.ofTicket({ ticketId: ticket.id })).items;
    expect(pass?.rules.map(({ outcome }) => outcome)).toEqual(["ran", ...names.slice(1).map(() => "unchanged")]);
  });
});
