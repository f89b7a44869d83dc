import { type FigureDimension, type FigureName, figures } from "@deskhand/contract/reports/figures";
import type { ReportTab } from "./reports-search.ts";

interface ReportPage {
  /** What its cards and its table show, in their order. */
  figures: readonly FigureName[];
  /** What its table can have rows for, the first by default; none for pictures instead of a table. */
  by: readonly FigureDimension[];
}

/** What each report of figures shows; costs are of orders, and have a screen of their own. */
export const reportPages: Readonly<Record<Exclude<ReportTab, "costs">, ReportPage>> = {
  overview: {
    figures: ["created", "resolved", "backlog", "reopened", "firstReply", "nextReply", "replies", "customerMessages"],
    by: [],
  },
  team: {
    figures: ["replies", "firstReply", "nextReply", "resolved", "reopened", "backlog"],
    by: ["person", "team"],
  },
  questions: {
    figures: ["created", "firstReply", "resolved", "reopened"],
    by: ["tag", "category", "sku", "carrier", "language", "channel"],
  },
  targets: {
    figures: [
      ...(["firstReplyMet", "firstReplyMissed", "nextReplyMet", "nextReplyMissed"] as const),
      ...(["breachedUnanswered", "resolutionMet", "resolutionMissed"] as const),
    ],
    by: ["person", "team", "category", "tag"],
  },
  ratings: {
    figures: ["ratings", "ratedGood", "ratedOkay", "ratedBad"],
    by: ["person", "team", "category", "tag", "sku"],
  },
  automation: {
    figures: ["ruleSteps", "ruleReplies", "checksShown", "checksTaken", "checksIgnored"],
    by: ["person", "category", "tag"],
  },
};

/** The reports' names, in their order. */
export const reportLabels: Readonly<Record<ReportTab, string>> = {
  overview: "Overview",
  team: "Team",
  questions: "Customers' Questions",
  targets: "Targets",
  ratings: "Ratings",
  costs: "Costs",
  automation: "Automation",
};

/** Whether a figure has a time. */
export const isTimed = (figure: FigureName) => figures[figure].takes !== undefined;

/** Whether a figure is looked at for its time first, and then for how many it counts. */
export const isTimeFirst = (figure: FigureName) => figure === "firstReply" || figure === "nextReply";
