/** What a reply is checked for, the most certain first. */
export const findingKinds = [
  "number",
  "amount",
  "status",
  "date",
  "tracking",
  "carrier",
  "attachment",
  "name",
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Those that sending asks about: what differs there is hardly ever meant so. */
export const askedKinds: ReadonlySet<FindingKind> = new Set(["number", "amount", "tracking", "attachment", "name"]);

/** A place of a reply that says something else than is known. */
export interface Finding {
  kind: FindingKind;
  /** Where it stands in the text, in UTF-16 units. */
  start: number;
  end: number;
  /** What is written there. */
  written: string;
  /** What would be right; null where that is not one thing. */
  right: string | null;
  /** Whether `right` can be put in the place of what is written. */
  canReplace: boolean;
  /** Says in a sentence what differs. */
  says: string;
}

/** What tells one finding from another, wherever it stands. */
export const keyOfFinding = ({ kind, written }: Pick<Finding, "kind" | "written">): string => `${kind}\n${written}`;
