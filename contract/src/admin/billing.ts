import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { timestamp } from "../page.ts";

/** The plans that can be chosen; a store begins without one, on "basic". */
export const planIds = ["monthly", "lifetime"] as const;
export type Plan = (typeof planIds)[number];

/** What the plans are called. */
export const planNames: Record<Plan | "basic", string> = {
  basic: "Basic",
  monthly: "Monthly Pro",
  lifetime: "Lifetime Access",
};

const interestSchema = z.object({
  plan: z.enum(planIds),
  /** Null once that person is deleted. */
  chosenByName: z.string().nullable(),
  chosenAt: timestamp,
});
export type PlanInterest = z.infer<typeof interestSchema>;

/** The plan that the store would like; plans cannot be paid for yet. */
export const billing = {
  /** Returns the last choice; null if there is none. */
  interest: endpoint("admin:read", "GET", "/billing/interest").output(
    z.object({ interest: interestSchema.nullable() }),
  ),
  /** Records that the store would like this plan; a repeated request is the same wish. */
  choose: endpoint("billing:choose", "POST", "/billing/interest")
    .input(z.object({ plan: z.enum(planIds) }))
    .output(z.object({ interest: interestSchema })),
};
