import { expect, test } from "vitest";
import { initialsOf } from "./avatar.tsx";

test.each([
  ["Mina Castellanos", "MC"],
  ["jo", "J"],
  ["Anna Maria van der Berg", "AB"],
  ["owner.1f3a", "O1"],
  ["sam.lee", "SL"],
  ["Ødegård Åse", "ØÅ"],
  ["李 小龍", "李小"],
  ["𝒜da Lovelace", "𝒜L"],
  ["  ", "?"],
  ["…", "?"],
])("%j is %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
