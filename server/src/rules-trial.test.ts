import { randomInt, randomUUID } from "node:crypto";
import { ticketPriorities } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Random, seededRandom } from "./demo/random.ts";
import { domains } from "./domains.ts";
import { fromNow } from "./testing/from-now.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { isLong } from "./testing/run/is-long.ts";
import { until } from "./testing/take-mail.ts";
import { customerReplies, makeTicket, reply } from "./testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "./testing/test-people.ts";

const ticketsOfRule = 20;
const rounds = isLong ? 50 : 3;

let app: Desk;
let admin: Person;
let dana: Person;
let leaver: Person;
/** Calendars that say the same at any time of a test: always open, and never, by their weeks or by days off. */
let calendars: string[];
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  dana = await addColleague(app, admin, "agent");
  leaver = await addColleague(app, admin, "agent");
  await admin.api.team.delete({ id: leaver.userId });
  const made = await Promise.all(["always", "never", "off"].map(makeCalendar));
  calendars = made.map(({ id }) => id);
});
afterAll(() => app.stop());

function makeCalendar(name: string) {
  const days = Array.from({ length: 9 }, (_, index) => fromNow({ days: index - 4 }).slice(0, 10));
  return admin.api.hours.create({
    name,
    timeZone: "Europe/Berlin",
    week: Array.from({ length: 7 }, () => (name === "never" ? [] : [[0, 1_440]])),
    country: null,
    region: null,
    daysOff: name === "off" ? days.map((day) => ({ day, name: "Closed" })) : [],
    idempotencyKey: randomUUID(),
  });
}

type Rule = Parameters<Person["api"]["rules"]["try"]>[0];
type Condition = Rule["conditions"][number];
type Action = Rule["actions"][number];
type Event =
  | {
      kind: "update";
      change: { priority?: (typeof ticketPriorities)[number]; addTags?: string[]; removeTags?: string[] };
    }
  | { kind: "writes"; text: string }
  | { kind: "answers" }
  | { kind: "pends" };
type History = { subject: string; text: string; from: string; events: Event[] };

const words = ["refund", "Réfund", "broken lamp", "where is it", "MONEY back", "invoice", "thanks", "late"];
const tags = ["vip", "late", "a", "b"];
const categories = ["General", "Billing", "Shipping"];

const some = (random: Random, from: readonly string[]) => from.filter(() => random.chance(40)).slice(0, 3);
const atLeastOne = (random: Random, from: readonly string[]) => {
  const found = some(random, from);
  return found.length > 0 ? found : [random.pick(from)];
};

function conditionOf(random: Random): Condition {
  return random.pick<() => Condition>([
    () => ({ field: "words", comparison: random.pick(["contains", "lacks"]), values: atLeastOne(random, words) }),
    () => ({ field: "subject", comparison: random.pick(["starts", "is"]), values: atLeastOne(random, words) }),
    () => ({ field: "text", comparison: "contains", values: atLeastOne(random, words) }),
    () => ({ field: "sender", comparison: "contains", values: [random.pick(["anna", "bob", ".test"])] }),
    () => ({ field: "priority", comparison: random.pick(["is", "is_not"]), values: [random.pick(ticketPriorities)] }),
    () => ({ field: "tags", comparison: random.pick(["has", "lacks"]), values: atLeastOne(random, tags) }),
    () => ({
      field: "assignee",
      comparison: random.pick(["is", "is_not"]),
      values: [random.pick(["nobody", dana.userId])],
    }),
    () => ({ field: "time", comparison: random.pick(["within", "outside"]), values: [random.pick(calendars)] }),
  ])();
}

function actionOf(random: Random): Action {
  return random.pick<() => Action>([
    () => ({ action: "add_tags", values: atLeastOne(random, tags) }),
    () => ({ action: "remove_tags", values: atLeastOne(random, tags) }),
    () => ({ action: "set_priority", values: [random.pick(ticketPriorities)] }),
    () => ({ action: "set_category", values: [random.pick(categories)] }),
    () => ({ action: "assign", values: [random.pick(["nobody", dana.userId, leaver.userId])] }),
    () => ({ action: "add_note", values: ["Look at it"] }),
    () => ({ action: "set_status", values: [random.pick(["in-progress", "urgent", "resolved"])] }),
  ])();
}

const triggers = [
  ...(["created", "customer_wrote", "answered", "changed"] as const),
  ...(["since_created", "since_customer", "since_answer", "since_pending"] as const),
] as const;
const delayHours = 2;

function ruleOf(random: Random, name: string): Rule {
  const several = <Part>(most: number, make: (random: Random) => Part) =>
    Array.from({ length: 1 + random.between(0, most - 1) }, () => make(random));
  const trigger = random.pick(triggers);
  const conditions = random.chance(15) ? [] : several(3, conditionOf);
  const delay = trigger.startsWith("since_") ? { delayHours } : {};
  return {
    name,
    trigger,
    ...delay,
    matches: random.pick(["all", "any"] as const),
    conditions,
    actions: several(3, actionOf),
  };
}

/**
 * What may happen to a ticket. A trial cannot know what the rule would have made people do otherwise: after it ran, nothing happens that would
 * have been no change without it, and after it archived, nothing at all.
 */
function historyOf(random: Random, { trigger, actions }: Rule): History {
  const archives = actions.some(({ values }) => values.includes("resolved"));
  const update = (): Event => ({
    kind: "update",
    change: random.pick([
      { priority: random.pick(ticketPriorities) },
      { addTags: some(random, tags) },
      { removeTags: some(random, tags), priority: random.pick(ticketPriorities) },
    ]),
  });
  const writes = (): Event => ({ kind: "writes", text: random.pick(words) });
  const starts: Record<(typeof triggers)[number], () => Event[]> = {
    created: () => [],
    customer_wrote: () => [writes()],
    answered: () => [{ kind: "answers" }],
    changed: () => [update()],
    since_created: () => [],
    since_customer: () => [writes()],
    since_answer: () => [{ kind: "answers" }],
    since_pending: () => [{ kind: "pends" }],
  };
  const ofRule = starts[triggers.find((one) => one === trigger) ?? "created"];
  const free = () => (trigger === "changed" ? writes() : update());
  const before = trigger === "created" && archives ? [] : Array.from({ length: random.between(0, 2) }, free);
  const isAgain = !archives && (trigger === "customer_wrote" || trigger === "changed");
  const again: Event[] = isAgain
    ? [
        { kind: "update", change: { addTags: ["again"] } },
        { kind: "writes", text: random.pick(words) },
      ]
    : [];
  const who = random.pick(["anna@one.test", "bob@two.test", "cleo@three.test"]);
  return {
    subject: `${random.pick(words)} ${random.pick(words)}`,
    text: random.pick(words),
    // One customer may not write as often as a rule would take for a loop.
    from: `${random.between(0, 1_000_000)}.${who}`,
    events: [...before, ...ofRule(), ...again],
  };
}

async function play({ subject, text, from, events }: History): Promise<string> {
  const { id } = await makeTicket(app, admin, { subject, description: text, from });
  for (const event of events) {
    if (event.kind === "update") await admin.api.tickets.update({ id, ...event.change, expected: {} });
    else if (event.kind === "writes") await customerReplies(app, admin, id, event.text);
    else if (event.kind === "pends") await admin.api.tickets.changeStatus({ id, status: "pending" });
    else await reply(dana, id, { sendAnyway: true });
  }
  return id;
}

const dueRules = domains.flatMap(({ schedules = [] }) => schedules).find(({ name }) => name === "rules.run-due");
const passing = `interval '${delayHours + 1} hours'`;

/** Makes all that happened to tickets as old as if the delay of a rule had passed. */
async function makeOld(ids: string[]): Promise<void> {
  for (const table of ["ticket_activities", "ticket_messages"]) {
    await app.asOwner(
      `update ${table} set created_at = created_at - ${passing} where ticket_id = any($1)`,
      [ids],
      admin.tenantId,
    );
  }
}

/** Runs the rules on time that wait for a ticket, as if their delay had passed. */
async function runDue(id: string): Promise<void> {
  await app.asOwner(`update rule_timers set due_at = due_at - ${passing} where ticket_id = $1`, [id], admin.tenantId);
  // A ticket that is being indexed waits for the next run.
  await until(async () => {
    await dueRules?.work(app.services);
    const sql = "select from rule_timers where ticket_id = $1 and due_at <= now()";
    return (await app.asOwner(sql, [id], admin.tenantId)).length === 0;
  });
}

/** What a rule did on a ticket, in the words of a trial: by the ticket's trail and by what its runs say was refused. */
async function didOn(id: string, rule: Rule): Promise<string[]> {
  const labels: Record<string, string> = {
    priority_changed: "Priority",
    category_changed: "Category",
    assigned: "Assignee",
  };
  const statuses: Record<string, string> = {
    open: "Open",
    "in-progress": "In Progress",
    pending: "Pending",
    resolved: "Resolved",
    urgent: "URGENT",
  };
  const { items } = await dana.api.tickets.activity({ id });
  const steps = items
    .filter(({ actorName }) => actorName === rule.name)
    .map(({ kind, from, to }) => {
      if (kind === "note_added") return "Adds an internal note";
      if (kind === "reopened") return "Reopened";
      if (kind === "status_changed") return `Status: ${statuses[from ?? ""]} → ${statuses[to ?? ""]}`;
      if (kind === "tags_changed")
        return [to && `Adds tags: ${to}`, from && `Removes tags: ${from}`].filter(Boolean).join(", ");
      return `${labels[kind]}: ${from ?? "nobody"} → ${to ?? "nobody"}`;
    });
  const passes = (await dana.api.rules.ofTicket({ ticketId: id })).items;
  const refused = passes.flatMap(({ rules }) =>
    rules.flatMap(({ outcome, reason }) => (outcome === "skipped" || reason === null ? [] : `Refused: ${reason}`)),
  );
  return [...steps, ...refused].sort();
}

/** The effects that a trial names, with what was refused on one occasion as a run says it. */
function triedEffects(items: readonly { effects: string[] }[]): string[] {
  const isRefused = (effect: string) => effect.startsWith("Refused: ");
  return items
    .flatMap(({ effects }) => {
      const refused = new Set(effects.filter(isRefused).map((effect) => effect.slice("Refused: ".length)));
      const others = effects.filter((effect) => !isRefused(effect));
      return refused.size === 0 ? others : [...others, `Refused: ${[...refused].join(". ")}`];
    })
    .sort();
}

// Chance may draw rules that do nothing; over a thousand tickets it does not.
test(`what a trial says of ${rounds * ticketsOfRule} generated tickets is what then happens to them`, async () => {
  const seed = Number(process.env.SEED ?? (isLong ? randomInt(1_000_000) : 91));
  const random = seededRandom(seed);
  let effects = 0;
  for (let round = 0; round < rounds; round += 1) {
    const rule = ruleOf(random, `Rule ${round}`);
    const histories = Array.from({ length: ticketsOfRule }, () => historyOf(random, rule));
    const past: string[] = [];
    for (const history of histories) past.push(await play(history));
    const isOnTime = rule.trigger.startsWith("since_");
    if (isOnTime) await makeOld(past);
    const { items } = await admin.api.rules.try(rule);
    const { id } = await admin.api.rules.create({ ...rule, isOn: true, idempotencyKey: randomUUID() });
    for (const [index, history] of histories.entries()) {
      const tried = triedEffects(items.filter((item) => item.ticketId === past[index]));
      const ticketId = await play(history);
      if (isOnTime) await runDue(ticketId);
      const did = await didOn(ticketId, rule);
      effects += did.length;
      expect({ seed, rule, history, effects: did }).toEqual({ seed, rule, history, effects: tried });
    }
    await admin.api.rules.remove({ id });
  }
  console.log(JSON.stringify({ seed, tickets: rounds * ticketsOfRule, effects }));
  expect(effects).toBeGreaterThan(rounds);
}, 600_000);
