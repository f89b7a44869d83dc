import { expect, test } from "vitest";
import { addressIn } from "./address-in-text.ts";

const read = (text: string, country = "DE") => addressIn(text, country);

test.each([
  [
    "rows with a name",
    "Hello,\nI moved. My new address:\n\nAnn Marie Berg\nHafenstraße 12a\n20457 Hamburg\n\nThanks, Ann",
    {
      firstName: "Ann Marie",
      lastName: "Berg",
      address1: "Hafenstraße 12a",
      zip: "20457",
      city: "Hamburg",
      countryCode: "DE",
    },
  ],
  [
    "a sentence",
    "Could you please send it to Hafenstraße 12, 20457 Hamburg instead?",
    { address1: "Hafenstraße 12", zip: "20457", city: "Hamburg", countryCode: "DE" },
  ],
  [
    "a second line and a country",
    "Jan de Vries\nKerkstraat 5-2\nBoven\n1017 GC Amsterdam\nNederland",
    { address1: "Kerkstraat 5-2", address2: "Boven", zip: "1017 GC", city: "Amsterdam", countryCode: "NL" },
  ],
  [
    "a state",
    "It should go to 1200 Market St Apt 4, San Francisco, CA 94102, USA. Thanks!",
    { address1: "1200 Market St Apt 4", city: "San Francisco", provinceCode: "CA", zip: "94102", countryCode: "US" },
  ],
  [
    "a British place in the row before",
    "12 Harbour Lane\nBristol\nBS1 4DJ\nEngland",
    { address1: "12 Harbour Lane", city: "Bristol", zip: "BS1 4DJ", countryCode: "GB" },
  ],
  [
    "a Canadian code",
    "88 Rue Sainte-Catherine\nMontreal QC H2X 1K9",
    { address1: "88 Rue Sainte-Catherine", city: "Montreal", provinceCode: "QC", zip: "H2X 1K9", countryCode: "CA" },
  ],
  [
    "Japanese",
    "住所が変わりました。\n〒150-0001 東京都渋谷区神宮前1-2-3\nよろしくお願いします。",
    { zip: "150-0001", provinceCode: "JP-13", city: "渋谷区", address1: "神宮前1-2-3", countryCode: "JP" },
  ],
  [
    "rows without a postal code",
    "Can you change it to\n\nEleanor Pryce\n17 Rosewood Lane\nBristol\n\nbefore it ships? Sorry.",
    { firstName: "Eleanor", lastName: "Pryce", address1: "17 Rosewood Lane", city: "Bristol", countryCode: "DE" },
  ],
  [
    "a place of several words",
    "Große Friedberger Str. 7\n60313 Frankfurt am Main",
    { address1: "Große Friedberger Str. 7", zip: "60313", city: "Frankfurt am Main", countryCode: "DE" },
  ],
])("reads an address in %s", (_what, text, address) => {
  expect(read(text)).toMatchObject(address);
});

test("takes the last of two, and the order's country where codes look alike", () => {
  const text = "Not Lindenweg 3\n10115 Berlin\n\nbut\n\n8 Rue du Port\n13002 Marseille";
  expect(read(text, "FR")).toMatchObject({ address1: "8 Rue du Port", city: "Marseille", countryCode: "FR" });
});

test.each([
  ["an order and an amount", "Order 20457 Hamburg lamp cost 45.90, where is it?"],
  ["a postal code without a street", "I live in 20457 Hamburg now."],
  ["a list of items", "I ordered\n\n2 Linen lamps\nBlue\n1 Cushion\n\nWhere are they?"],
  ["a greeting", "Hi,\n\nwhere is my parcel? I wait since day 12\nThanks"],
  ["a time", "Please call me at 12, 20457 is my customer number."],
  ["what is quoted", "> Hafenstraße 12\n> 20457 Hamburg"],
  ["nothing", ""],
])("finds none in %s", (_what, text) => {
  expect(read(text)).toBeNull();
});

test("takes linear time for what is long and odd", () => {
  const odd = `${"a ".repeat(50_000)}\n${"1".repeat(50_000)}\n${"12 A, ".repeat(20_000)}`;
  expect(read(odd)).toBeNull();
});
