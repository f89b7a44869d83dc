import type { Activity } from "@deskhand/contract/tickets";
import { activityKinds } from "@deskhand/contract/vocabulary";
import { expect, test } from "vitest";
import { activitySentence } from "./activity-words.ts";

const about = {
  id: "1",
  ticketId: "2",
  actorId: null,
  actorName: "Ada",
  isByRule: false,
  byTeam: null,
  createdAt: "2026-11-21T09:00:00.000Z",
};
const sentence = (activity: Pick<Activity, "kind" | "from" | "to">) => activitySentence({ ...about, ...activity });

test("says what changed, in words", () => {
  expect(sentence({ kind: "status_changed", from: "open", to: "pending" })).toBe(
    "changed the status from Open to Pending",
  );
  expect(sentence({ kind: "priority_changed", from: "urgent", to: "low" })).toBe(
    "changed the priority from Urgent to Low",
  );
  expect(sentence({ kind: "category_changed", from: null, to: "Billing" })).toBe(
    "changed the category from nothing to Billing",
  );
  expect(sentence({ kind: "assigned", from: null, to: "Grace" })).toBe("assigned the ticket to Grace");
  expect(sentence({ kind: "assigned", from: null, to: "Ada" })).toBe("took the ticket");
  const given = { kind: "assigned", from: null, to: "Ada", byTeam: "Returns" } as const;
  expect(sentence(given)).toBe("had the team Returns give the ticket to Ada");
  expect(sentence({ kind: "assigned", from: "Grace", to: null })).toBe("removed the assignee");
  expect(sentence({ kind: "tags_changed", from: "vip", to: "refund, eu" })).toBe("added refund, eu and removed vip");
  expect(sentence({ kind: "customer_changed", from: null, to: "I <i@xn--mnchen-3ya.example>" })).toBe(
    "changed the customer from nobody to I <i@münchen.example>",
  );
  expect(sentence({ kind: "due_date_changed", from: null, to: "2026-11-24T12:00:00.000Z" })).toBe(
    "set the due date to Nov 24, 2026",
  );
});

test.each(activityKinds)("has a sentence for %s", (kind) => {
  expect(sentence({ kind, from: "a", to: "b" })).not.toBe("");
});
