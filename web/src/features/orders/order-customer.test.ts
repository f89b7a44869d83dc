import { expect, test } from "vitest";
import { addressLines, isSameAddress } from "./order-dialog.tsx";

const emptyAddress = {
  firstName: null,
  lastName: null,
  address1: null,
  address2: null,
  city: null,
  provinceCode: null,
  zip: null,
  country: null,
};
const whole = {
  firstName: "Ann",
  lastName: "Lee",
  address1: "1 Main St",
  address2: "Apt 2",
  city: "Boston",
  provinceCode: "MA",
  zip: "02108",
  country: "United States",
};

test.each([
  ["a whole one", whole, ["Ann Lee", "1 Main St", "Apt 2", "Boston, MA 02108", "United States"]],
  [
    "without a province",
    { ...whole, provinceCode: null, address2: " " },
    ["Ann Lee", "1 Main St", "Boston, 02108", "United States"],
  ],
  ["of a city alone", { ...emptyAddress, city: "北京" }, ["北京"]],
  ["of a code alone", { ...emptyAddress, zip: "100000", lastName: "李" }, ["李", "100000"]],
  ["of nothing", emptyAddress, []],
  ["none", null, []],
])("an address, %s", (_, address, lines) => expect(addressLines(address)).toEqual(lines));

test("shows no billing address that is empty or equal", () => {
  expect(isSameAddress(whole, { ...whole, firstName: " Ann " })).toBe(true);
  expect(isSameAddress(whole, emptyAddress)).toBe(true);
  expect(isSameAddress(whole, null)).toBe(true);
  expect(isSameAddress(null, whole)).toBe(false);
  expect(isSameAddress(whole, { ...whole, address1: "2 Main St" })).toBe(false);
});
