import type { Activity } from "@deskhand/contract/activities";
import { formatDate } from "./format.ts";

/** What somebody did to a ticket, to follow their name: "changed the status from Open to Pending". `word` names a value. */
export function activitySentence({ kind, actorName, from, to }: Activity, word: (value: string) => string): string {
  const change = (what: string) => `changed the ${what} from ${named(from, word)} to ${named(to, word)}`;
  switch (kind) {
    case "created":
      return "created the ticket";
    case "status_changed":
      return change("status");
    case "reopened":
      return "reopened the ticket";
    case "note_added":
      return "added an internal note";
    case "replied":
    case "customer_replied":
      return "replied";
    case "assigned":
      if (to === null) return "removed the assignee";
      return to === actorName ? "took the ticket" : `assigned the ticket to ${to}`;
    case "priority_changed":
      return change("priority");
    case "category_changed":
      return change("category");
    case "tags_changed":
      return [to && `added ${to}`, from && `removed ${from}`].filter(Boolean).join(" and ");
    case "subject_changed":
      return `renamed the ticket to ${named(to, String)}`;
    case "due_date_changed":
      return to === null ? "removed the due date" : `set the due date to ${formatDate(to)}`;
  }
}

function named(value: string | null, word: (value: string) => string): string {
  return value === null ? "nothing" : word(value);
}
