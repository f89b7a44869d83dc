import { expect, test } from "vitest";
import { addressLine } from "./address-line.ts";

const nothing = { firstName: null, lastName: null, company: null, address2: null, provinceCode: null };

test.each([
  [
    {
      ...nothing,
      firstName: "Ann",
      lastName: "Lee",
      address1: "1 High St",
      zip: "SW1A 1AA",
      city: "London",
      countryCode: "GB",
    },
    "Ann Lee, 1 High St, London SW1A 1AA, United Kingdom",
  ],
  [
    {
      ...nothing,
      address1: "5 Elm St",
      address2: "Apt 2",
      zip: "78701",
      city: "Austin",
      provinceCode: "TX",
      countryCode: "US",
    },
    "5 Elm St, Apt 2, Austin, TX 78701, United States",
  ],
  [
    { ...nothing, company: "Roth GmbH", address1: "Hafenstraße 12", zip: "20457", city: "Hamburg", countryCode: "DE" },
    "Roth GmbH, Hafenstraße 12, 20457 Hamburg, Germany",
  ],
  [
    {
      ...nothing,
      lastName: "田中",
      address1: "丸の内1-1-1",
      zip: "100-0005",
      city: "千代田区",
      provinceCode: "JP-13",
      countryCode: "JP",
    },
    "田中, 丸の内1-1-1, 100-0005 千代田区, Japan",
  ],
])("an address is one line, with the place as its country writes it: %#", (address, line) => {
  expect(addressLine(address)).toBe(line);
});
