import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { movedOnMessages, replyFailureText, replyFault } from "./reply-failure.ts";

test("requires 1 to 10,000 characters after trimming", () => {
  expect(replyFault(" \n ")).toBe("Please enter a reply message");
  expect(replyFault("x".repeat(10_001))).toBe("Reply message is too long (maximum 10,000 characters)");
  expect(replyFault(` ${"x".repeat(10_000)}\n`)).toBeNull();
});

test("uses the catalogue's sentence, the field's, or a fallback", () => {
  const archived = new ORPCError("ticket_archived", { defined: true, status: 409, message: "This ticket is archived" });
  const fields = { content: ["Reply message cannot be empty"] };
  const invalid = new ORPCError("input_invalid", {
    defined: true,
    status: 422,
    message: "Not valid",
    data: { fields },
  });
  expect(replyFailureText(archived, true)).toBe("This ticket is archived");
  expect(replyFailureText(invalid, true)).toBe("Reply message cannot be empty");
  expect(replyFailureText(new ORPCError("BAD", { status: 500 }), true)).toBe("Failed to send reply");
  expect(replyFailureText(new Error("odd"), true)).toBe("An unexpected error occurred");
  expect(replyFailureText(new ORPCError("not_signed_in", { status: 401 }), true)).toBe(
    "You must be logged in to send replies",
  );
});

test("says that the text is kept when the connection was lost", () => {
  for (const isOnline of [true, false]) {
    expect(replyFailureText(new TypeError("Failed to fetch"), isOnline)).toContain("Your text is kept");
  }
});

test("finds the new messages only in a reply refused because of them", () => {
  const newMessages = [{ id: "1", authorName: "Ines", content: "One more thing" }];
  const moved = (defined: boolean) => new ORPCError("conversation_moved_on", { defined, data: { newMessages } });
  expect(movedOnMessages(moved(true))).toEqual(newMessages);
  expect(movedOnMessages(moved(false))).toBeNull();
  expect(movedOnMessages(new ORPCError("ticket_archived", { defined: true, data: undefined }))).toBeNull();
  expect(movedOnMessages(new Error("other"))).toBeNull();
});
