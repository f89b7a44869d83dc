import { findOrderMentions } from "@deskhand/contract/mentions/find-order-mentions";
import { findParcelNumbers } from "@deskhand/contract/mentions/find-parcel-numbers";
import { keyOf, learnHabits } from "@deskhand/contract/mentions/habits";
import { passagesOf } from "@deskhand/contract/mentions/named-numbers";
import { plainText } from "@deskhand/contract/mentions/plain-text";
import { isSimilar } from "@deskhand/contract/mentions/same-order";
import fc from "fast-check";
import { expect, test } from "vitest";

const plain = learnHabits([1001, 1999, 2400].map((number) => ({ name: `#${number}`, orderNumber: String(number) })));
const find = (text: string) => findOrderMentions(passagesOf(plainText(text)), plain);
const written = (text: string) => find(text).map((mention) => mention.written);

const number = fc.integer({ min: 1001, max: 2400 }).map(String);
const label = fc.constantFrom(
  "order",
  "Order number:",
  "Bestellung Nr.",
  "commande n°",
  "pedido #",
  "zamówienie nr",
  "заказ №",
  "注文番号：",
);
const sentence = fc.constantFrom("Hello, ", "My ", "I paid € 20 for ", "On 12.05.2026 I made ", "(", "");

test("finds a number called an order's, whatever surrounds it", () => {
  fc.assert(
    fc.property(
      sentence,
      label,
      number,
      fc.constantFrom("", ".", "?", ", thanks", " 😀", ")"),
      (before, called, digits, after) => {
        expect(find(`${before}${called} ${digits}${after}`)).toMatchObject([{ digits, strength: "named" }]);
      },
    ),
  );
});

const letters = fc.string({ unit: fc.constantFrom(..."ABKLWXZ"), minLength: 2, maxLength: 5 });
const affixed = fc.record({
  prefix: letters,
  dash: fc.constantFrom("-", "", "_"),
  digits: number,
  suffix: fc.option(letters),
});

test("finds an order's name as the store writes it, in small letters, and with other signs", () => {
  fc.assert(
    fc.property(affixed, fc.constantFrom("-", "_", ""), ({ prefix, dash, digits, suffix }, other) => {
      const name = (sign: string) => `${prefix}${sign}${digits}${suffix === null ? "" : `${sign}${suffix}`}`;
      const habits = learnHabits([{ name: name(dash), orderNumber: digits }]);
      for (const text of [name(dash), name(other), name(dash).toLowerCase()]) {
        const [mention] = findOrderMentions(passagesOf(plainText(`It is about ${text}, please.`)), habits);
        expect(mention?.keys).toContain(keyOf(name(dash)));
        expect(mention?.strength).toBe("named");
      }
    }),
  );
});

const isNone = fc.oneof(
  fc.tuple(fc.constantFrom("€", "$", "£", "¥", "USD ", "CHF "), number).map((parts) => parts.join("")),
  fc
    .tuple(
      number,
      fc.constantFrom(" €", "€", " kr", " EUR", " zł", "円", ".50", ",00 USD", ",-", " dollars", "%", " mm", "kg"),
    )
    .map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constantFrom(
        "invoice ",
        "Invoice #",
        "Rechnung Nr. ",
        "ticket ",
        "Ticket: ",
        "SKU ",
        "tel. ",
        "+49 30 ",
        "Kundennummer: ",
        "room ",
        "PO Box ",
        "facture n° ",
      ),
      number,
    )
    .map((parts) => parts.join("")),
  fc
    .tuple(
      number,
      fc.constantFrom(
        " Main Street",
        " Berlin",
        " AB Amsterdam",
        " pieces",
        " of them",
        " Stück",
        "th",
        " orders a day",
      ),
    )
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }))
    .map(([day, month]) => `${day}.${month}.2026`),
  fc.tuple(fc.integer({ min: 10, max: 23 }), fc.integer({ min: 10, max: 59 })).map((parts) => parts.join(":")),
);

test("ignores amounts, dates, addresses and the numbers of other things", () => {
  fc.assert(
    fc.property(isNone, fc.constantFrom("I saw ", "It was ", "", "See: "), (none, before) => {
      expect(written(`${before}${none}`)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

const fragment = fc.oneof(
  fc.constantFrom(
    "order ",
    "#",
    "No. ",
    "1042",
    "\n",
    ", ",
    " and ",
    "-",
    "/",
    "€",
    ".",
    "WEB-",
    "1Z",
    " ",
    "٤",
    "𝟗",
    "\ud800",
    "订单",
  ),
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.nat().map(String),
);

test("reads any text, and finds only what is in it", () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 60 }), (parts) => {
      const text = plainText(parts.join(""));
      const bare = text.replace(/\s/g, "");
      for (const mention of findOrderMentions(passagesOf(text), plain)) {
        expect(mention.digits).toMatch(/^\d+$/);
        if (!mention.isQuiet) expect(bare).toContain(mention.written.replace(/\s/g, ""));
      }
      findParcelNumbers(text);
    }),
    { numRuns: 2_000 },
  );
});

const parts = [
  "order 1042, ",
  "1",
  "1 ",
  "1-",
  "a1",
  "#",
  "order ",
  "1.1.1.",
  "a.",
  "A1 ",
  "#1042/",
  "no. ",
  "@a",
  "www.a",
  "1042\n",
  "LL 1",
  "aA1_",
];
test.each(parts)("reads a megabyte of %j, for which quadratic work would not end within a test", (part) => {
  const text = plainText(part.repeat(1_000_000 / part.length));
  const mentions = findOrderMentions(passagesOf(text), plain);
  findParcelNumbers(text);
  expect(mentions.length).toBeLessThan(20_000);
});

test("treats one digit more, less or different, or two exchanged, as a slip", () => {
  expect(["1024", "1043", "104", "10422", "1402"].map((digits) => isSimilar("1042", digits))).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
  expect(["2401", "1403", "10", "1042123"].map((digits) => isSimilar("1042", digits))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
