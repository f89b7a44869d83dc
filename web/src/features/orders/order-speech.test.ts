import { expect, test } from "vitest";
import { spoken } from "./order-speech.ts";

test.each([
  ["in_transit", "In Transit"],
  ["success", "Success"],
  ["Ready for pickup", "Ready for pickup"],
  ["a__b", "a__b"],
  ["配達中", "配達中"],
])("%s is said as %s", (word, said) => expect(spoken(word)).toBe(said));
