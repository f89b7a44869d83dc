import { expect, test } from "vitest";
import * as z from "zod";
import { sayFault } from "./say-fault.ts";

const schema = z.object({
  name: z.string().min(2).max(5),
  storeName: z.string().optional(),
  ticketId: z.uuid().optional(),
  logoUrl: z.url().optional(),
  email: z.email().optional(),
  from: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.number().int().min(0).optional(),
  share: z.number().max(1).optional(),
  count: z.number().optional(),
  plan: z.enum(["monthly", "lifetime", "basic"]).optional(),
  isOn: z.boolean().optional(),
  tags: z.array(z.string()).max(2).optional(),
  expected: z.object({ senderName: z.string() }).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  literal: z.literal("yes").optional(),
  own: z.string("Say which one").optional(),
});

test.each([
  [{ name: undefined }, "Name is required"],
  [{ name: null }, "Name must be text"],
  [{ name: 5 }, "Name must be text"],
  [{ name: "a" }, "Name must be text of at least 2 characters"],
  [{ name: "abcdef" }, "Name must be text of at most 5 characters"],
  [{ storeName: [] }, "Store name must be text"],
  [{ ticketId: "7" }, "Ticket ID is not valid"],
  [{ ticketId: 7 }, "Ticket ID must be text"],
  [{ logoUrl: "x" }, "Logo URL must be the address of a page"],
  [{ email: "x" }, "Please enter a valid email address"],
  [{ from: "yesterday" }, "From must be a date and time, as 2026-11-22T09:30:00Z"],
  [{ limit: "many" }, "Limit must be a whole number from 1 to 100"],
  [{ limit: 0 }, "Limit must be a whole number from 1 to 100"],
  [{ limit: 1000 }, "Limit must be a whole number from 1 to 100"],
  [{ limit: 1.5 }, "Limit must be a whole number from 1 to 100"],
  [{ offset: -1 }, "Offset must be a whole number of 0 or more"],
  [{ share: 2 }, "Share must be a number of 1 or less"],
  [{ count: "1" }, "Count must be a number"],
  [{ plan: "gold" }, "Plan must be monthly, lifetime or basic"],
  [{ isOn: "yes" }, "Is on must be true or false"],
  [{ tags: "a" }, "Tags must be a list"],
  [{ tags: [1] }, "Tags must be text"],
  [{ tags: ["a", "b", "c"] }, "Tags must be a list of at most 2 entries"],
  [{ expected: 1 }, "Expected must be an object"],
  [{ expected: {} }, "Sender name is required"],
  [{ either: true }, "Either is not valid"],
  [{ literal: "no" }, "Literal must be yes"],
  [{ own: 1 }, "Say which one"],
])("%j: %s", (part, sentence) => {
  const { error } = schema.safeParse({ name: "abc", ...part }, { error: sayFault });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test.each([
  [undefined, "The request is required"],
  [[1], "The request must be an object"],
])("%j: %s", (given, sentence) => {
  expect(schema.safeParse(given, { error: sayFault }).error?.issues[0]?.message).toBe(sentence);
});
