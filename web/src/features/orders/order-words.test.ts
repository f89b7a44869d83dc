import { expect, test } from "vitest";
import { buyerEmail, buyerName, spoken } from "./order-words.ts";

test.each([
  ["in_transit", "In Transit"],
  ["success", "Success"],
  ["Ready for pickup", "Ready for pickup"],
  ["a__b", "a__b"],
  ["配達中", "配達中"],
])("%s is said as %s", (word, said) => expect(spoken(word)).toBe(said));

const ann = { name: "Ann", email: "ann@a.example" };
test.each([
  [{ customer: ann, email: "other@a.example" }, "Ann", "ann@a.example"],
  [{ customer: { name: " ", email: null }, email: "other@a.example" }, "other@a.example", "other@a.example"],
  [{ customer: { name: null, email: "ann@a.example" }, email: null }, "ann@a.example", "ann@a.example"],
  [{ customer: null, email: "guest@a.example" }, "guest@a.example", "guest@a.example"],
  [{ customer: null, email: "i@xn--mnchen-3ya.example" }, "i@münchen.example", "i@xn--mnchen-3ya.example"],
  [{ customer: null, email: null }, "Unknown Customer", null],
  [{ customer: { name: "Ann", email: "" }, email: "" }, "Ann", null],
])("%j is of %s at %s", (order, name, email) => {
  expect(buyerName(order)).toBe(name);
  expect(buyerEmail(order)).toBe(email);
});
