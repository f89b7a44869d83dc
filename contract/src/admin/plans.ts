/** The plans to choose from; a store begins without one, on "basic". */
export const planIds = ["monthly", "lifetime"] as const;
export type Plan = (typeof planIds)[number];

/** The names of the plans. */
export const planNames: Record<Plan | "basic", string> = {
  basic: "Basic",
  monthly: "Monthly Pro",
  lifetime: "Lifetime Access",
};
