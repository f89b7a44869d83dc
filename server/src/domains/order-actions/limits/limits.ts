import type { AboveLimit } from "@deskhand/contract/actions/action-errors";
import { type ActionMode, type OrderActionKind, orderActionKinds } from "@deskhand/contract/actions/action-kinds";
import { actionLimits as most } from "@deskhand/contract/actions/action-limits";
import type { KindLimit, OrderLimits, RoleLimits } from "@deskhand/contract/actions/allowed-actions";
import { defaultCurrency } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import { type Role, roles } from "@deskhand/contract/permissions";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { addAmounts, compareAmounts, digitsOfAmount, isZero, written } from "../amounts.ts";
import { digitsOfCurrency } from "../digits-of-currency.ts";
import { type LimitRow, replaceLimits, selectLimits, selectOrderCurrency, selectUse } from "./limits.queries.ts";

/** Defaults that protect a small store (docs/product.md#acting-on-orders), in a currency with decimals. */
const defaultAmounts: Record<Role, { each: number; day: number } | null> = {
  agent: { each: most.agentRefund, day: most.agentRefunds },
  supervisor: { each: most.supervisorRefund, day: most.supervisorRefunds },
  admin: null,
};
const defaultTimes: Record<Role, number | null> = {
  agent: most.agentActions,
  supervisor: most.supervisorActions,
  admin: null,
};

/** Whether people pay without decimals, as with yen and forints: a hundred of them are about what one dollar is. */
function hasSmallUnit(currency: string): boolean {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits === 0;
}

/** The limits of a store that has not set its own. */
function defaultLimit(role: Role, kind: OrderActionKind, currency: string): KindLimit {
  const amounts = kind === "refund" ? defaultAmounts[role] : null;
  const factor = hasSmallUnit(currency) ? 100 : 1;
  const amountOf = (amount: number) => written(String(amount * factor), currency);
  return {
    kind,
    mode: "may",
    times: defaultTimes[role],
    each: amounts && amountOf(amounts.each),
    day: amounts && amountOf(amounts.day),
  };
}

async function readRoles(tx: TenantTx): Promise<Omit<OrderLimits, "own">> {
  const currency = (await selectOrderCurrency(tx)) ?? defaultCurrency;
  const { version, rows } = await selectLimits(tx);
  const limitOf = (role: Role, kind: OrderActionKind): KindLimit => {
    const row = rows.find((each) => each.role === role && each.kind === kind);
    if (!row) return defaultLimit(role, kind, currency);
    // Amounts that were saved in another currency say nothing of this one: until an admin saves new ones, each amount is above them.
    const amountOf = (amount: Money | null) => amount && written(row.currency === currency ? amount : "0", currency);
    return { kind, mode: row.mode, times: row.times, each: amountOf(row.each), day: amountOf(row.day) };
  };
  return {
    version,
    currency,
    roles: roles.map((role) => ({ role, kinds: orderActionKinds.map((kind) => limitOf(role, kind)) })),
  };
}

function limitIn(all: readonly RoleLimits[], role: Role, kind: OrderActionKind): KindLimit {
  const found = all.find((each) => each.role === role)?.kinds.find((each) => each.kind === kind);
  if (!found) throw new Error(`There is no limit of ${kind} for ${role}`);
  return found;
}

/** The limits of all roles, and what they leave to whoever asks. */
export async function readOrderLimits(tx: TenantTx, actor: Actor): Promise<OrderLimits> {
  const limits = await readRoles(tx);
  const { each, day } = limitIn(limits.roles, actor.role, "refund");
  const { amount } = await selectUse(tx, actor.userId, { kind: "refund", currency: limits.currency });
  return { ...limits, own: { each, day, used: written(amount, limits.currency) } };
}

type SavedLimits = {
  version: number;
  roles: { role: Role; kinds: (Omit<KindLimit, "each" | "day"> & { each: string | null; day: string | null })[] }[];
};

/** Saves what roles may do, unless somebody else did so since they were read. */
export async function saveOrderLimits(tx: TenantTx, actor: Actor, saved: SavedLimits): Promise<OrderLimits> {
  await lockName(tx, "order-limits");
  const { version, currency } = await readRoles(tx);
  if (saved.version !== version) throw fail("order_limits_changed_meanwhile", { version });
  const rows = saved.roles.flatMap(({ role, kinds }) => kinds.map((limit) => ({ role, currency, ...limit })));
  checkLimits(rows, currency);
  await replaceLimits(tx, version + 1, rows as LimitRow[]);
  await record(tx, actor.userId, "settings.order-limits-changed", null, {
    refunds: rows.flatMap(({ role, kind, each, day }) =>
      kind === "refund" ? [`${role} ${each ?? "any"} / ${day ?? "any"} ${currency}`] : [],
    ),
  });
  await emit(tx, "order-limits.changed", {});
  return readOrderLimits(tx, actor);
}

/** Refuses limits that name a role or a kind twice, and amounts that the currency does not have. */
function checkLimits(
  rows: readonly { role: Role; kind: OrderActionKind; each: string | null; day: string | null }[],
  currency: string,
): void {
  if (new Set(rows.map(({ role, kind }) => `${role} ${kind}`)).size !== roles.length * orderActionKinds.length)
    throw fail("input_invalid", { fields: { roles: ["Give each role one limit of each kind"] } });
  const digits = digitsOfCurrency(currency);
  for (const { role, kind, each, day } of rows) {
    const words =
      faultIn({ each, day }, digits, currency) ??
      (kind !== "refund" && (each ?? day) !== null ? "Only refunds have amounts" : null);
    if (words !== null) throw fail("input_invalid", { fields: { [`roles.${role}.${kind}`]: [words] } });
  }
}

function faultIn(
  { each, day }: { each: string | null; day: string | null },
  digits: number,
  currency: string,
): string | null {
  if ([each, day].some((amount) => amount !== null && digitsOfAmount(amount) > digits))
    return digits === 0 ? `${currency} has no decimals` : `${currency} has ${digits} decimals`;
  if (each !== null && day !== null && compareAmounts(each, day) > 0)
    return "At once cannot be more than within 24 hours";
  return null;
}

/** What somebody is about to do; the amount is what it gives the customer, in the store's money. */
export type Measured = { kind: OrderActionKind; amount: Money | null; currency: string };

/**
 * Which limit an action is above for a person, who may have done others meanwhile; null for none. Whatever gives the customer money is a refund too,
 * however it is called: it has to be within the limits of both kinds. Fails if one of them is off for their role.
 */
export async function aboveLimit(
  tx: TenantTx,
  { userId, role }: Pick<Actor, "userId" | "role">,
  { kind, amount, currency }: Measured,
): Promise<AboveLimit | null> {
  const limits = await readRoles(tx);
  const own = limitIn(limits.roles, role, kind);
  const refund = limitIn(limits.roles, role, "refund");
  const isRefund = kind === "refund" || (amount !== null && !isZero(amount));
  if (own.mode === "off") throw fail("order_action_impossible", { because: offWords("This is", role) });
  if (isRefund && refund.mode === "off")
    throw fail("order_action_impossible", { because: offWords("Refunds are", role) });
  if (own.mode === "asks" || (isRefund && refund.mode === "asks")) return asksEachTime;
  const used = await selectUse(tx, userId, { kind, currency: limits.currency });
  const isOften = isAbove(used.times, own) ?? (isRefund ? isAbove(used.refunds, refund) : null);
  if (isOften || amount === null || isZero(amount)) return isOften;
  const { each, day } = refund;
  if (each === null && day === null) return null;
  // Of an order in a currency that the store had before, nobody knows whether it is more.
  if (currency !== limits.currency) return asksEachTime;
  if (each !== null && compareAmounts(amount, each) > 0) return { why: "each", limit: each, used: null, currency };
  if (day === null || compareAmounts(addAmounts(currency, used.amount, amount), day) <= 0) return null;
  return { why: "day", limit: day, used: written(used.amount, currency), currency };
}

const asksEachTime: AboveLimit = { why: "asks", limit: null, used: null, currency: null };

function isAbove(used: number, { times }: KindLimit): AboveLimit | null {
  if (times === null || used < times) return null;
  return { why: "times", limit: String(times), used: String(used), currency: null };
}

/** The same for who approves what a colleague asked for: an admin who asks each time had somebody ask, and is the second one to look. */
export async function aboveToApprove(
  tx: TenantTx,
  actor: Pick<Actor, "userId" | "role">,
  measured: Measured,
): Promise<AboveLimit | null> {
  const above = await aboveLimit(tx, actor, measured);
  return above?.why === "asks" && actor.role === "admin" ? null : above;
}

const namesOfRoles: Record<Role, string> = { agent: "agents", supervisor: "supervisors", admin: "admins" };

/** Says that something is off for a role. */
export function offWords(what: "This is" | "Refunds are", role: Role): string {
  return `${what} off for ${namesOfRoles[role]} in Order Limits`;
}

/** How each kind stands with a role. */
export async function modesOf(tx: TenantTx, role: Role): Promise<Map<OrderActionKind, ActionMode>> {
  const { roles: all } = await readRoles(tx);
  return new Map(orderActionKinds.map((kind) => [kind, limitIn(all, role, kind).mode]));
}
