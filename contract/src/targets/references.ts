import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { id } from "../page.ts";

/** What rules, policies, macros and saved views name by its id, as `ruleFields` and `ruleActions` call it. */
const namedKinds = ["person", "team", "calendar", "response", "webhook"] as const;
export type NamedKind = (typeof namedKinds)[number];

const referenceSchema = z.object({
  kind: z.enum(["rule", "policy", "macro", "view"]),
  id,
  name: z.string(),
  /** Null for a macro or a view, which have no switch. */
  isOn: z.boolean().nullable(),
  /** Whether it has to have another one before this one can be deleted: a policy its working hours. */
  isNeeded: z.boolean(),
});
export type Reference = z.infer<typeof referenceSchema>;

const referencesSchema = z.object({
  /** Those that need it first, then rules, policies, macros and views, by name. */
  items: z.array(referenceSchema),
  /** How many more there are. */
  more: z.number().int(),
  /** How many macros name it that one may not see: a colleague's own, or a team's. */
  unseen: z.number().int(),
  /** How many views of others that are not shared name it. */
  unseenViews: z.number().int(),
});
export type References = z.infer<typeof referencesSchema>;

/** What uses something, asked before it is deleted (docs/product.md#what-uses-something). */
export const references = {
  list: endpoint("tickets:read", "GET", "/references/{kind}/{id}")
    .errors(among("named_thing_not_found"))
    .input(z.object({ kind: z.enum(namedKinds), id }))
    .output(referencesSchema),
};
