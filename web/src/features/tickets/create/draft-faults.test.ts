import { expect, test } from "vitest";
import { draftFaults, serverFaults } from "./draft-faults.ts";
import { emptyDraft } from "./ticket-draft.ts";

const good = {
  ...emptyDraft,
  subject: "Lamp",
  message: "It flickers.",
  customer: { id: "c", name: "Jo", email: "jo@x.example" },
};

test("reports missing and overlong fields in the contract's words", () => {
  expect(draftFaults(good)).toEqual({});
  expect(draftFaults({ ...emptyDraft, subject: " ", message: "\n" })).toEqual({
    subject: "Please fill in all required fields",
    message: "Please fill in all required fields",
    customer: "Customer email is required",
  });
  expect(draftFaults({ ...good, message: "x".repeat(501), subject: "x".repeat(256) })).toEqual({
    subject: "Subject is too long (maximum 255 characters)",
    message: "Message is too long (maximum 500 characters)",
  });
  expect(draftFaults({ ...good, message: `${"x".repeat(500)}  \n` })).toEqual({});
});

test("requires an address for existing and new customers", () => {
  const withoutAddress = { id: "c", name: "By phone", email: null };
  expect(draftFaults({ ...good, customer: withoutAddress })).toEqual({ customer: "Customer email is required" });
  expect(draftFaults({ ...good, isNewCustomer: true, name: "Jo" })).toEqual({ email: "Customer email is required" });
  expect(draftFaults({ ...good, isNewCustomer: true, email: "jo@x.example" })).toEqual({});
});

test("reports a partly typed date instead of dropping it", () => {
  expect(draftFaults({ ...good, dueDay: "0203-01-05" })).toEqual({ dueDay: "The due date must be from 2000 to 2999" });
  expect(draftFaults({ ...good, dueDay: "2031-01-05" })).toEqual({});
});

test("puts the server's errors at their fields", () => {
  const fields = { "customer.email": ["Please enter a valid email address"], priority: ["?"] };
  expect(serverFaults(fields)).toEqual({ email: "Please enter a valid email address" });
});
