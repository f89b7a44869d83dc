import { expect, test } from "vitest";
import { ticketLabel } from "./ticket-label.ts";

test("a ticket is known by its number, else by the start of its id", () => {
  const id = "9f31c2aa-0000-4000-8000-000000000000";
  expect(ticketLabel({ id, ticketNumber: 409 })).toBe("Ticket: 0409");
  expect(ticketLabel({ id, ticketNumber: 12345 })).toBe("Ticket: 12345");
  expect(ticketLabel({ id, ticketNumber: null })).toBe("#9F31C2AA");
});
