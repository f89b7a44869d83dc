import { expect, test } from "vitest";
import { emptyDraft, readTicketDraft, writeTicketDraft } from "./ticket-draft.ts";

test("reads back a stored draft, and stores nothing for an empty one", () => {
  const draft = {
    ...emptyDraft,
    customer: { id: "c", name: null, email: "jo@x.example" },
    subject: "Lamp",
    priority: "high" as const,
    mailCustomer: true,
    key: "k",
  };
  expect(readTicketDraft(writeTicketDraft(draft))).toEqual(draft);
  expect(writeTicketDraft({ ...emptyDraft, key: "k" })).toBe("");
  expect(readTicketDraft("")).toEqual(emptyDraft);
});

test("ignores foreign data", () => {
  for (const stored of ["{", "null", "7", '"text"', "[]", '{"customer":3,"subject":{},"message":null}']) {
    expect(readTicketDraft(stored)).toEqual(emptyDraft);
  }
  expect(readTicketDraft('{"subject":"Lamp","customer":"Jo"}')).toEqual({ ...emptyDraft, subject: "Lamp" });
});
