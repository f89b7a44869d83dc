import { expect, test } from "vitest";
import { namedRecipients } from "./named-recipients.ts";

const own = ["agent@shop.example", "kim@gmail.com", "help@desk-of-shop.example"];
const declared = "help@desk-of-shop.example";

type Fields = Record<string, string>;

/** Returns the recipients of a mail that count as the store's. */
function ownRecipients(fields: Fields, known: readonly string[] = own) {
  const headers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]));
  return namedRecipients({ headers }, (email) => email === declared, known)
    .filter(({ isOurs }) => isOurs)
    .map(({ email }) => email);
}

test.each<[string, Fields, string[]]>([
  ["the sender's firm", { from: "clerk@firm.example", to: "office@firm.example, boss@firm.example" }, []],
  [
    "the sender's firm beside the store's",
    { from: "clerk@firm.example", to: "Shop <hello@shop.example>", cc: "office@firm.example, boss@firm.example" },
    ["hello@shop.example"],
  ],
  [
    "the store's after another's",
    { from: "ann@x.example", to: "sales@rival.example", cc: "hello@shop.example" },
    ["hello@shop.example"],
  ],
  ["the firm in Reply-To", { from: "ann@x.example", "reply-to": "jo@y.example", to: "info@y.example" }, []],
  ["the firm of another recipient", { from: "ann@x.example", to: "info@y.example", cc: "jo@mail.y.example" }, []],
  ["those of two firms", { from: "ann@x.example", to: "undisclosed:;", cc: "office@y.example, support@z.example" }, []],
  [
    "another firm's, the store being a blind copy",
    { from: "ann@x.example", to: "sales@y.example", cc: "jo@z.example" },
    [],
  ],
  ["a supplier's by staff", { from: "agent@shop.example", to: "ulla@x.example", cc: "sales@y.example" }, []],
  ["one alone by staff with webmail", { from: "kim@gmail.com", to: "sales@y.example" }, ["sales@y.example"]],
  [
    "the store's by staff",
    { from: "agent@shop.example", to: "ulla@x.example, support@shop.example" },
    ["support@shop.example"],
  ],
  ["an old one of the store's", { from: "ann@x.example", to: "info@oldshop.example" }, ["info@oldshop.example"]],
  ["a mailbox at a provider of colleagues", { from: "ann@x.example", to: "jo@y.example, info.cy@gmail.com" }, []],
  [
    "the mailbox that forwarded it",
    { from: "ann@x.example", to: "jo@oldshop.example, info@y.example", "delivered-to": "jo@oldshop.example" },
    ["jo@oldshop.example"],
  ],
  ["none beside a declared one", { from: "ann@x.example", to: `${declared}, info@y.example` }, [declared]],
])("tells the store's team mailboxes from others: %s", (_, fields, expected) => {
  expect(ownRecipients(fields)).toEqual(expected);
});

test("takes the mailbox that belongs to nobody on the mail for a store without known domains, To before Cc", () => {
  const mail = {
    from: "ann@x.example",
    to: "jo@z.example, sales@shop.example",
    cc: "info@shop.example, office@x.example",
  };
  expect(ownRecipients(mail, ["kim@gmail.com"])).toEqual(["sales@shop.example"]);
  expect(ownRecipients({ ...mail, cc: "info@shop.example, jo@shop.example" }, ["kim@gmail.com"])).toEqual([]);
});
