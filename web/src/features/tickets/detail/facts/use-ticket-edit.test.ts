import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { editFailureText } from "./use-ticket-edit.ts";

const conflict = (field: string, value: string | null) =>
  new ORPCError("ticket_changed_meanwhile", { defined: true, status: 409, data: { field, value } });

test("shows the value that somebody else set, in the screen's words", () => {
  const ending = "now. Your change was not saved.";
  expect(editFailureText(conflict("priority", "high"))).toBe(
    `The priority was changed meanwhile: it is High ${ending}`,
  );
  expect(editFailureText(conflict("assignedTo", "Theo Lind"))).toContain(
    `The assignee was changed meanwhile: it is Theo Lind ${ending}`,
  );
  expect(editFailureText(conflict("assignedTo", null))).toContain(`it is nobody ${ending}`);
  expect(editFailureText(conflict("dueDate", "2026-12-24T12:00:00.000Z"))).toContain(`it is Dec 24, 2026 ${ending}`);
});

test("any other refusal has its own sentence", () => {
  const refused = new ORPCError("too_many_tags", {
    defined: true,
    data: undefined,
    message: "A ticket has at most 20 tags",
  });
  expect(editFailureText(refused)).toBe("Failed to update ticket: A ticket has at most 20 tags");
  const fields = { "addTags.0": ["A tag is too long (maximum 50 characters)"] };
  expect(editFailureText(new ORPCError("input_invalid", { defined: true, data: { fields } }))).toBe(
    "Failed to update ticket: A tag is too long (maximum 50 characters)",
  );
});
