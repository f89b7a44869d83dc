/** The ids in the help center's addresses. Separate from its texts, which the first screen does not need. */

export const helpCategoryIds = [
  "getting-started",
  "email-integration",
  "integrations",
  "ticket-management",
  "user-management",
  "security",
] as const;
export type HelpCategoryId = (typeof helpCategoryIds)[number];

export const videoIds = ["1", "2", "3", "4"] as const;
export type VideoId = (typeof videoIds)[number];
