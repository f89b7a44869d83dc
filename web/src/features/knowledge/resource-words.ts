import type { AccessLevel, ResourceOrder } from "@deskhand/contract/vocabulary";

/** Whom each access level lets in, as the form offers it. */
export const accessWords: Record<AccessLevel, string> = {
  "all-agents": "All Agents",
  "supervisors-only": "Supervisors Only",
  "admin-only": "Admin Only",
};

/** How a list may be ordered, the default first. */
export const orderWords: readonly { value: ResourceOrder; label: string }[] = [
  { value: "updated", label: "Recently updated" },
  { value: "match", label: "Best match" },
  { value: "used", label: "Most used" },
];

/** The size of an attached file in whole KB: what is smaller than one counts as one. */
export function inKilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`;
}
