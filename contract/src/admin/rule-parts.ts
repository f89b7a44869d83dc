import { fulfillments, payments } from "../desk/order-words.ts";
import type { PolishLanguage } from "../polish.ts";
import { statusLabels, ticketCategories, ticketPriorities, ticketStatuses } from "../vocabulary.ts";

/** What starts a rule, worded for the rule's sentence. With `delay`, the rule runs some hours later. */
export const ruleTriggers = {
  created: { label: "a ticket is created" },
  customer_wrote: { label: "the customer replies" },
  answered: { label: "a colleague replies" },
  changed: { label: "a ticket is changed" },
  since_created: { label: "since the ticket was created", delay: true },
  since_customer: { label: "since the customer’s last message, without a reply", delay: true },
  since_answer: { label: "since our last reply, without an answer", delay: true },
  since_pending: { label: "since the ticket became pending", delay: true },
  since_resolved: { label: "since the ticket was resolved", delay: true },
  rated: { label: "the customer rates the help" },
  target_at_risk: { label: "a target is at risk" },
  target_breached: { label: "a target is breached" },
} as const satisfies Record<string, { label: string; delay?: true }>;
export type RuleTrigger = keyof typeof ruleTriggers;

/** How a condition compares, by the kind of its field. */
export const ruleComparisons = {
  text: { contains: "contains any of", lacks: "contains none of", is: "is exactly", starts: "begins with" },
  choice: { is: "is", is_not: "is not" },
  tags: { has: "has any of", lacks: "has none of" },
  person: { is: "is", is_not: "is not" },
  team: { is: "is", is_not: "is not" },
  number: { at_least: "is at least", at_most: "is at most" },
  calendar: { within: "is within the hours of", outside: "is outside the hours of" },
} as const;
export type RuleComparisonKind = keyof typeof ruleComparisons;

/** The languages that can be told apart. */
const ruleLanguages = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
  it: "Italian",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
} as const satisfies Record<PolishLanguage, string>;
const languages = Object.keys(ruleLanguages) as PolishLanguage[];

/** What a condition looks at. The server has a value for each; the screen makes its menus of them. */
export const ruleFields = {
  words: { label: "Subject or text", kind: "text", example: "refund, money back" },
  subject: { label: "Subject", kind: "text", example: "invoice, VAT" },
  text: { label: "Text", kind: "text", example: "broken, damaged" },
  sender: { label: "Sender’s address", kind: "text", example: "jane@customer.com" },
  sender_domain: { label: "Sender’s domain", kind: "text", example: "company.com" },
  recipient: { label: "Address it was sent to", kind: "text", example: "returns@your-store.com" },
  language: { label: "Language of the text", kind: "choice", choices: languages, words: ruleLanguages },
  files: { label: "Number of files", kind: "number", example: "1" },
  file_name: { label: "A file’s name", kind: "text", example: "invoice, .pdf" },
  status: { label: "Status", kind: "choice", choices: ticketStatuses, words: statusLabels },
  priority: { label: "Priority", kind: "choice", choices: ticketPriorities },
  category: { label: "Category", kind: "choice", choices: ticketCategories },
  tags: { label: "Tags", kind: "tags", example: "vip, wholesale" },
  assignee: { label: "Assignee", kind: "person" },
  team: { label: "Team", kind: "team" },
  rating: { label: "Rating, from 1 to 5", kind: "number", example: "2", isBrought: true },
  spend: { label: "Customer has spent", kind: "number", example: "500" },
  order_total: { label: "Order’s total", kind: "number", example: "100" },
  order_payment: { label: "Order’s payment", kind: "text", example: "refunded", words: payments },
  order_fulfillment: { label: "Order’s fulfillment", kind: "text", example: "unfulfilled", words: fulfillments },
  order_country: { label: "Order’s country", kind: "text", example: "Germany, Austria" },
  order_sku: { label: "Order’s SKU", kind: "text", example: "LAMP-01" },
  time: { label: "Time", kind: "calendar" },
} as const satisfies Record<string, RuleFieldAbout>;
export type RuleFieldAbout = {
  label: string;
  kind: RuleComparisonKind;
  choices?: readonly string[];
  /** What may be typed, for who sees an empty field. */
  example?: string;
  /** What its values are called; absent, as they are written. Where they are typed, these are offered. */
  words?: Readonly<Record<string, string>>;
  /** Set for a number that the domain which keeps it brings (`ruleFacts` of the server's `rules`). */
  isBrought?: true;
};
export type RuleField = keyof typeof ruleFields;
/** The fields whose values domains bring. */
export type BroughtField = {
  [Name in RuleField]: (typeof ruleFields)[Name] extends { isBrought: true; kind: "number" } ? Name : never;
}[RuleField];
export const broughtFields = keysOf(ruleFields).filter((name): name is BroughtField => "isBrought" in ruleFields[name]);

/** What a rule does, worded for the rule's sentence. `value` is the kind of values that the action takes. */
export const ruleActions = {
  assign: { label: "Assign to", value: "person" },
  assign_team: { label: "Assign to the team", value: "team" },
  add_tags: { label: "Add tags", value: "tags", example: "refund, vip" },
  remove_tags: { label: "Remove tags", value: "tags", example: "refund, vip" },
  set_status: { label: "Set the status", value: "choice", choices: ticketStatuses, words: statusLabels },
  set_priority: { label: "Set the priority", value: "choice", choices: ticketPriorities },
  set_category: { label: "Set the category", value: "choice", choices: ticketCategories },
  snooze: { label: "Snooze for hours", value: "hours", example: "24" },
  add_note: { label: "Add an internal note", value: "note" },
  send_reply: { label: "Send canned response", value: "response", isOfRules: true },
  send_webhook: { label: "Send to the webhook", value: "webhook", isOfRules: true },
  ask_rating: { label: "Ask for a rating", value: "nothing", isOfRules: true },
} as const satisfies Record<string, ActionAbout>;
/** `isOfRules`: it does more than change a ticket, and no macro has it, as a person sends by themselves (`deeds` of the server's `rules`). */
export type ActionAbout = Pick<RuleFieldAbout, "label" | "choices" | "words" | "example"> & {
  value: string;
  isOfRules?: true;
};
export type RuleAction = keyof typeof ruleActions;
export type RuleDeed = {
  [Name in RuleAction]: (typeof ruleActions)[Name] extends { isOfRules: true } ? Name : never;
}[RuleAction];
export const ruleDeeds = keysOf(ruleActions).filter(isDeed);

/** The actions that a macro can have. */
export const macroActions: readonly RuleAction[] = keysOf(ruleActions).filter((action) => !isDeed(action));

/** Whether an action does more than change a ticket. */
export function isDeed(action: RuleAction): action is RuleDeed {
  return "isOfRules" in ruleActions[action];
}

function keysOf<Table extends object>(table: Table) {
  return Object.keys(table) as (keyof Table & string)[];
}

/** The value that stands for nobody where a person can be named, and for no team. */
export const nobody = "nobody";

type Condition = { field: RuleField; comparison: string; values: readonly string[] };
type Action = { action: RuleAction; values: readonly string[] };
/** The name of a person, a team, a canned response, a webhook or a calendar by its id; null where it is gone. */
type NameOf = (id: string) => string | null;

/** When a rule runs: "When a ticket is created", "24 hours since the ticket became pending". */
export function triggerWords(trigger: RuleTrigger, delayHours: number | null): string {
  const { label } = ruleTriggers[trigger];
  return delayHours === null ? `When ${label}` : `${delayHours} ${delayHours === 1 ? "hour" : "hours"} ${label}`;
}

/** A condition in words: "Subject contains any of “refund”, “return”". */
export function conditionWords({ field, comparison, values }: Condition, nameOf: NameOf): string {
  const { label, kind, words: names }: RuleFieldAbout = ruleFields[field];
  const words = Object.entries(ruleComparisons[kind]).find(([name]) => name === comparison)?.[1] ?? comparison;
  return `${label} ${words} ${valueWords(kind, named(values, names), nameOf)}`;
}

/** What an action does, in words: "Add tags “refund”". */
export function actionWords({ action, values }: Action, nameOf: NameOf): string {
  const { label, value, words }: ActionAbout = ruleActions[action];
  if (value === "nothing") return label;
  if (value === "hours") return `Snooze for ${values.join()} hours`;
  return `${label}${value === "choice" ? " to" : ""} ${valueWords(value, named(values, words), nameOf)}`;
}

/** What values are called, where they have names. */
function named(values: readonly string[], words: RuleFieldAbout["words"] = {}): string[] {
  return values.map((value) => words[value] ?? value);
}

function valueWords(kind: string, values: readonly string[], nameOf: NameOf): string {
  if (kind === "response" || kind === "webhook" || kind === "calendar")
    return values.map((value) => `“${nameOf(value) ?? "a deleted one"}”`).join(", ");
  if (kind === "person" || kind === "team") {
    const { none, gone } = kind === "person" ? people : teams;
    return values.map((value) => (value === nobody ? none : (nameOf(value) ?? gone))).join(", ");
  }
  if (kind === "choice") return values.map(choiceLabel).join(", ");
  return kind === "number" ? values.join(", ") : values.map((value) => `“${value}”`).join(", ");
}

/** How a choice without a name of its own is called, such as a priority. */
export function choiceLabel(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

const people = { none: "nobody", gone: "a colleague who left" };
const teams = { none: "no team", gone: "a deleted team" };
