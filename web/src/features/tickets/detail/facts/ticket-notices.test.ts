import { expect, test } from "vitest";
import { reassignedText } from "./ticket-notices.tsx";

const ruben = { actorId: "ruben", actorName: "Ruben Okafor" };

test("names who made a new assignment", () => {
  expect(reassignedText({ by: ruben, to: "theo", toName: "Theo Brandt", userId: "mina" })).toBe(
    "Ruben Okafor assigned this ticket to Theo Brandt.",
  );
  expect(reassignedText({ by: ruben, to: "mina", toName: "Mina Castellanos", userId: "mina" })).toBe(
    "Ruben Okafor assigned this ticket to you.",
  );
  expect(reassignedText({ by: ruben, to: "ruben", toName: "Ruben Okafor", userId: "mina" })).toBe(
    "Ruben Okafor took this ticket.",
  );
  expect(reassignedText({ by: ruben, to: null, toName: null, userId: "mina" })).toBe(
    "Ruben Okafor took the assignee off this ticket.",
  );
});

test('says "somebody else" without the trail, and "a colleague" for an unknown one', () => {
  expect(reassignedText({ by: null, to: "theo", toName: null, userId: "mina" })).toBe(
    "Somebody else assigned this ticket to a colleague.",
  );
});
