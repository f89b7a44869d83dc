import { type BroughtField, broughtFields, nobody, type RuleField } from "@deskhand/contract/admin/rule-parts";
import type { RuleCondition, RuleDefinition } from "@deskhand/contract/admin/rules";
import { foldLetters } from "@deskhand/contract/search/fold";
import { type Hours, isWorkingTime } from "@deskhand/contract/targets/working-time";
import { languageOf } from "../../platform/language/detect-language.ts";
import type { Facts, Looks } from "./facts.queries.ts";
import { calendarsIn } from "./named-in.ts";

/** What the fields of conditions are on an occasion: texts are folded, so that neither case nor accents matter. */
type Value = readonly string[] | number | null;
export type Values = Record<Exclude<RuleField, BroughtField>, Value> & { readonly [Name in BroughtField]?: Value };

/** So much of a text says its language. */
const languageRead = 2_000;

/** The fields that look at a customer's orders. */
const ofOrders = new Set<RuleField>([
  ...(["spend", "order_total", "order_payment", "order_fulfillment", "order_country", "order_sku"] as const),
]);

const ofFiles = new Set<RuleField>(["files", "file_name"]);

/** Which facts that cost more any of these rules looks at. */
export function looksOf(rules: readonly Pick<RuleDefinition, "conditions">[]): Looks {
  const fields = rules.flatMap(({ conditions }) => conditions.map(({ field }) => field));
  return {
    orders: fields.some((field) => ofOrders.has(field)),
    files: fields.some((field) => ofFiles.has(field)),
    calendars: [...new Set(rules.flatMap(calendarsIn))],
    brought: broughtFields.filter((field) => fields.includes(field)),
  };
}

/**
 * The values of the fields; null where there is no order. Texts are folded once for all rules. The time is that of the occasion, or the
 * one given.
 */
export function valuesOf(facts: Facts, time = facts.at): Values {
  const { ticket, text, sender, recipients, files, brought, spend, order, hours } = facts;
  const [subject, words] = [foldText(ticket.subject), foldText(text)];
  let language: string[] | undefined;
  return {
    words: [`${subject}\n${words}`],
    subject: [subject],
    text: [words],
    sender: [foldText(sender)],
    sender_domain: [foldText(sender.slice(sender.lastIndexOf("@") + 1))],
    recipient: recipients.map(foldText),
    // Found out only where a condition asks.
    get language() {
      language ??= languagesOf(ticket.subject, text);
      return language;
    },
    files: files.length,
    file_name: files.map(foldText),
    status: [ticket.status],
    priority: [ticket.priority],
    category: [ticket.category],
    tags: ticket.tags.map(foldText),
    assignee: [ticket.assignee?.id ?? nobody],
    team: [ticket.team?.id ?? nobody],
    ...brought,
    spend,
    order_total: order?.total ?? null,
    order_payment: order && [foldText(order.payment)],
    order_fulfillment: order && [foldText(order.fulfillment)],
    order_country: order && [foldText(order.country)],
    order_sku: order?.skus.map(foldText) ?? null,
    // Computed only where a condition asks.
    get time() {
      return [...hours].flatMap(([id, of]) => timeIn(id, of, Date.parse(time)));
    },
  };
}

/** How conditions name what a time is to a calendar. */
const timeName = (comparison: "within" | "outside", calendarId: string) => `${comparison} ${calendarId}`;

/** What a time is to a calendar; nothing where this machine does not know its time zone, which keeps no mail from being stored. */
function timeIn(calendarId: string, hours: Hours, at: number): string[] {
  try {
    return [timeName(isWorkingTime(hours, at) ? "within" : "outside", calendarId)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [];
  }
}

/** The language of a text, which the subject helps to tell where the text is short; none where neither does. */
function languagesOf(subject: string, text: string): string[] {
  const found = languageOf(text.slice(0, languageRead)) ?? languageOf(`${subject}\n${text}`.slice(0, languageRead));
  return found === null ? [] : [found];
}

function foldText(text: string): string {
  return foldLetters(text).replace(/\s+/g, " ").trim();
}

/**
 * The number of the condition, from 0, for which a rule does not run on an occasion; null where it runs. Of a rule for which one
 * condition is enough it is the first.
 */
export function findFailed({ matches, conditions }: Pick<RuleDefinition, "matches" | "conditions">, values: Values) {
  if (matches === "any") return conditions.length === 0 || conditions.some((one) => holds(one, values)) ? null : 0;
  const failed = conditions.findIndex((one) => !holds(one, values));
  return failed === -1 ? null : failed;
}

type Test = (is: readonly string[], wanted: readonly string[]) => boolean;

const isAny: Test = (is, wanted) => is.some((one) => wanted.includes(one));
const containsAny: Test = (is, wanted) => is.some((one) => wanted.some((part) => one.includes(part)));

const tests: Readonly<Record<string, Test>> = {
  contains: containsAny,
  lacks: (is, wanted) => !containsAny(is, wanted),
  is: isAny,
  is_not: (is, wanted) => !isAny(is, wanted),
  starts: (is, wanted) => is.some((one) => wanted.some((part) => one.startsWith(part))),
  has: isAny,
  lacks_tag: (is, wanted) => !isAny(is, wanted),
  // To a calendar that was deleted a time is neither.
  within: (is, wanted) => wanted.some((id) => is.includes(timeName("within", id))),
  outside: (is, wanted) => wanted.some((id) => is.includes(timeName("outside", id))),
};

/** Whether a condition holds. Without an order no condition on it does. */
function holds({ field, comparison, values: wanted }: RuleCondition, values: Values): boolean {
  const is = values[field];
  // A rule of a newer version may look at what this one does not know.
  if (is === null || is === undefined) return false;
  if (typeof is === "number") {
    const [limit] = wanted.map(Number);
    if (limit === undefined) return false;
    return comparison === "at_least" ? is >= limit : is <= limit;
  }
  // A tag is a whole word: lacking it is not lacking a part of it.
  const test = tests[field === "tags" && comparison === "lacks" ? "lacks_tag" : comparison];
  // A sign that folds to nothing would be contained in every text.
  const compared = isFolded(field) ? wanted.map(foldText).filter((value) => value !== "") : wanted;
  return test?.(is, compared) ?? false;
}

const unfolded: readonly RuleField[] = ["status", "priority", "category", "assignee", "team", "language", "time"];
const isFolded = (field: RuleField) => !unfolded.includes(field);
