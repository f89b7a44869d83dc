import { expect, test } from "vitest";
import { initials } from "./assignee-mark.tsx";

test.each([
  ["Mina Castellanos", "MC"],
  ["Anna Maria van der Berg", "AB"],
  ["owner", "O"],
  ["sam.lee", "SL"],
  ["  ", ""],
  ["Ødegård Åse", "ØÅ"],
  ["李 小龍", "李小"],
])("%j has the initials %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
