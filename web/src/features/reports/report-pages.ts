import { type FigureDimension, type FigureName, figures } from "@deskhand/contract/reports/figures";
import type { ReportTab } from "./reports-search.ts";

interface ReportPage {
  label: string;
  /** What its cards and its table show, in their order. */
  figures: readonly FigureName[];
  /** What its table can have rows for, the first by default. */
  by: readonly FigureDimension[];
}

/** What each report shows. */
export const reportPages: Readonly<Record<ReportTab, ReportPage>> = {
  overview: {
    label: "Overview",
    figures: ["created", "resolved", "backlog", "reopened", "firstReply", "nextReply", "replies", "customerMessages"],
    by: ["hour"],
  },
  team: {
    label: "Team",
    figures: ["replies", "firstReply", "nextReply", "resolved", "reopened", "backlog"],
    by: ["person", "team"],
  },
  questions: {
    label: "Customers' Questions",
    figures: ["created", "firstReply", "resolved", "reopened"],
    by: ["tag", "category", "sku", "carrier", "language", "channel"],
  },
};

/** Whether a figure has a time. */
export const isTimed = (figure: FigureName) => figures[figure].takes !== undefined;
