import type { RuleActionSet, RuleCondition } from "@deskhand/contract/admin/rules";
import type { CannedResponseInput } from "@deskhand/contract/canned-responses";
import type { TicketCategory } from "@deskhand/contract/vocabulary";
import { createCalendar } from "../domains/hours/index.ts";
import { createRule } from "../domains/rules/index.ts";
import { createPolicy, renewClocks, selectPoliciesOn } from "../domains/targets/index.ts";
import { createTeam } from "../domains/teams/index.ts";
import { createWebhook } from "../domains/webhooks/index.ts";
import { actingOf } from "../platform/acting.ts";
import { newId } from "../platform/db/ids.ts";
import type { TenantTx } from "../platform/db/tenant.ts";
import type { PlannedStaff } from "./demo-plan.ts";

/** The team that a ticket of a category has. */
export type TeamOf = (category: TicketCategory) => string | null;

/** Makes the demo store's teams, before its tickets are there. */
export async function makeTeams(tx: TenantTx, staff: readonly PlannedStaff[]): Promise<TeamOf> {
  const make = async (name: string, members: readonly string[], more: { openLimit: number | null }) => {
    const memberIds = staff.filter((person) => members.includes(person.name)).map(({ id }) => id);
    const team = { name, memberIds, givesOut: true, tellAfterMinutes: 30, ...more, idempotencyKey: newId() };
    return (await createTeam(tx, { userId: leadOf(staff) }, team)).id;
  };
  const returns = await make("Returns", ["Mina Castellanos", "Theo Brandt"], { openLimit: 20 });
  const billing = await make("Billing", ["Ruben Okafor", "Theo Brandt"], { openLimit: null });
  const teams: Partial<Record<TicketCategory, string>> = { "Returns & Refunds": returns, Billing: billing };
  return (category) => teams[category] ?? null;
}

interface DeskSettings {
  secret: string;
  staff: readonly PlannedStaff[];
  teamOf: TeamOf;
  timeZone: string;
  ticketIds: readonly string[];
  now: number;
}

/** Sets up working hours, targets, rules and a webhook, and computes the clocks of the tickets, of which nobody is told. */
export async function setUpDesk(tx: TenantTx, { ticketIds, ...settings }: DeskSettings): Promise<void> {
  await makeTargets(tx, settings);
  await makeRules(tx, settings);
  await renewClocks(tx, [...ticketIds], await selectPoliciesOn(tx), { isQuiet: true });
}

async function makeTargets(
  tx: TenantTx,
  { staff, timeZone, now }: Pick<DeskSettings, "staff" | "timeZone" | "now">,
): Promise<void> {
  const lead = { userId: leadOf(staff) };
  const weekday: [number, number][] = [[9 * 60, 18 * 60]];
  const office = {
    name: "Office",
    timeZone,
    week: [weekday, weekday, weekday, weekday, weekday, [], []],
    country: null,
    region: null,
    daysOff: [{ day: `${new Date(now).getUTCFullYear()}-12-24`, name: "Christmas Eve" }],
  };
  const calendar = await createCalendar(tx, lead, { ...office, idempotencyKey: newId() }, []);
  const policy = { matches: "all" as const, pausing: ["pending" as const], isOn: true };
  await createPolicy(tx, lead, {
    ...policy,
    name: "Urgent and high",
    conditions: [{ field: "priority", comparison: "is", values: ["urgent", "high"] }],
    firstReplyMinutes: 12 * 60,
    nextReplyMinutes: 12 * 60,
    resolutionMinutes: null,
    calendarId: null,
    idempotencyKey: newId(),
  });
  await createPolicy(tx, lead, {
    ...policy,
    name: "Everybody",
    conditions: [],
    firstReplyMinutes: 18 * 60,
    nextReplyMinutes: 18 * 60,
    resolutionMinutes: 45 * 60,
    calendarId: calendar.id,
    idempotencyKey: newId(),
  });
}

async function makeRules(
  tx: TenantTx,
  { secret, staff, teamOf }: Pick<DeskSettings, "secret" | "staff" | "teamOf">,
): Promise<void> {
  const lead = { userId: leadOf(staff) };
  const make = (name: string, conditions: RuleCondition[], actions: RuleActionSet[], isOn = true) =>
    createRule(tx, lead, {
      name,
      conditions,
      actions,
      isOn,
      trigger: "created",
      delayHours: null,
      matches: "all",
      idempotencyKey: newId(),
    });
  const words = (...values: string[]): RuleCondition => ({ field: "words", comparison: "contains", values });
  await make(
    "Returns and refunds go to Returns",
    [words("return", "refund", "money back")],
    [
      { action: "add_tags", values: ["return"] },
      { action: "assign_team", values: [teamOf("Returns & Refunds") ?? ""] },
    ],
  );
  await make(
    "Invoices go to Billing",
    [words("invoice", "VAT")],
    [
      { action: "set_category", values: ["Billing"] },
      { action: "assign_team", values: [teamOf("Billing") ?? ""] },
    ],
  );
  await make(
    "Broken on arrival comes first",
    [words("broken", "shattered", "smashed")],
    [{ action: "set_priority", values: ["high"] }],
  );
  // Its address is nobody's, so the rule that sends to it is off.
  const { webhook } = await createWebhook(tx, secret, actingOf(lead.userId), {
    name: "Team chat",
    url: "https://chat.lumenandloom.example/hooks/desk",
    idempotencyKey: newId(),
  });
  await make(
    "Tell the chat of urgent tickets",
    [{ field: "priority", comparison: "is", values: ["urgent"] }],
    [{ action: "send_webhook", values: [webhook.id] }],
    false,
  );
}

/** The demo store's macros: responses that also change their ticket. */
export function demoMacros(teamOf: TeamOf): CannedResponseInput[] {
  return [
    {
      title: "Refund is on its way",
      category: "Returns & Refunds",
      tags: ["refund"],
      content: `Hi {{customer.first_name}},

your refund for {{order.name}} left us today. Your bank shows it within five working days.

Best regards,
{{agent.name}}`,
      actions: [
        { action: "add_tags", values: ["refunded"] },
        { action: "set_status", values: ["resolved"] },
      ],
    },
    {
      title: "Hand over to Returns",
      category: "Returns & Refunds",
      tags: [],
      content: "",
      actions: [
        { action: "assign_team", values: [teamOf("Returns & Refunds") ?? ""] },
        { action: "assign", values: ["nobody"] },
      ],
    },
  ];
}

function leadOf([lead]: readonly PlannedStaff[]): string {
  if (lead === undefined) throw new TypeError("The demo store has staff");
  return lead.id;
}
