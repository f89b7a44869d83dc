/** The plans that can be chosen; a store begins without one, on "basic". */
export const planIds = ["monthly", "lifetime"] as const;
export type Plan = (typeof planIds)[number];

/** What the plans are called. */
export const planNames: Record<Plan | "basic", string> = {
  basic: "Basic",
  monthly: "Monthly Pro",
  lifetime: "Lifetime Access",
};
