import { expect, test } from "vitest";
import { findMentions } from "./find-mentions.ts";

/** Returns the people that a text mentions, separated by commas. */
function named(text: string, ...names: string[]): string {
  const found = findMentions(
    text,
    names.map((name) => ({ name })),
  );
  const clear = found.filter(({ people, isUnclear }) => people.length > 0 && !isUnclear);
  return clear.map(({ people }) => people.map(({ name }) => name).join("+")).join(",");
}

test.each([
  ["@Ada", "Ada"],
  ["@ada, please look", "Ada"],
  ["Ask @ADA.", "Ada"],
  ["(@Ada)", "Ada"],
  ["@Ada's parcel", "Ada"],
  ["@Ada—now", "Ada"],
  ["@Ada: look", "Ada"],
  ["@Ada @Ada @ada", "Ada"],
  ["- @Ada\n-@Bob", "Ada,Bob"],
  ["@Bob/@Ada", "Bob,Ada"],
  ["Done.@Ada", "Ada"],
  ["**@Ada**", "Ada"],
  ["@\u200eAda\u200f", "Ada"],
  ["＠Ada", "Ada"],
  ["@Ada🦊", "Ada"],
  ["@@Ada", "Ada"],
])("%j names its people", (text, expected) => expect(named(text, "Ada", "Bob")).toBe(expected));

test.each([
  "Ada",
  "@ Ada",
  "ada@example.com",
  "mail to bob@ada.example",
  "bob@Ada",
  "@Adam",
  "@Ada2",
  "@Ada_x",
  "@ada.lovelace",
  "@ada-marie",
  "@Ada@mastodon.example",
  "https://social.example/@ada",
  "see www.social.example/@ada",
  "social.example/@ada",
  "user+@Ada",
  "foo_@Ada",
  "",
  "@",
])("%j names nobody", (text) => expect(named(text, "Ada", "Bob")).toBe(""));

test.each([
  ["@Ada Lovelace and @Ada", ["Ada", "Ada Lovelace"], "Ada Lovelace,Ada"],
  ["@ada  lovelace", ["Ada", "Ada Lovelace"], "Ada Lovelace"],
  ["@Ada Love", ["Ada", "Ada Lovelace"], "Ada"],
  ["@Ada Lovelaces", ["Ada Lovelace"], "Ada Lovelace"],
  ["@Lovelace", ["Ada Lovelace"], ""],
  ["@ada: look, @Ada Lovelace", ["Ada Lovelace", "Bob"], "Ada Lovelace,Ada Lovelace"],
  ["@Ada", ["Ada Lovelace", "Ada Byron"], ""],
  ["@Ada Byron", ["Ada Lovelace", "Ada Byron"], "Ada Byron"],
  ["@Ada", ["Ada", "Ada Byron"], "Ada"],
  ["@Adam", ["Ada Byron"], ""],
  ["@Ada", ["Ada", "ada"], "Ada+ada"],
  ["@C++ (Bob)? come", ["C++ (Bob)?", "C"], "C++ (Bob)?"],
  ["@.* @[a-z]+ @$1", [".*", "[a-z]+", "$1"], ".*,[a-z]+,$1"],
  ["@A", [".", ".*", "\\w"], ""],
  ["شكرا @ليلى حسن ، متى؟", ["ليلى حسن", "ليلى"], "ليلى حسن"],
  ["@ליאור, תודה", ["ליאור"], "ליאור"],
  ["@Zoë", ["Zoe\u0308"], "Zoe\u0308"],
  ["请@李雷看看", ["李雷"], "李雷"],
  ["@İpek", ["İpek"], "İpek"],
  ["@Straße", ["Straße"], "Straße"],
  ["@Ada 🦊 hello", ["Ada 🦊", "Ada"], "Ada 🦊"],
  ["@👩‍🚀", ["👩", "👩‍🚀"], "👩‍🚀"],
  ["@👩‍🚀", ["👩"], ""],
  ["@ada@shop.example, look", ["ada@shop.example", "Ada"], "ada@shop.example"],
  ["@Bob Jr. is back", ["Bob Jr.", "Bob"], "Bob Jr."],
  ["@O'Neill", ["O'Neill", "O"], "O'Neill"],
  ["@ ", [" "], ""],
])("%j among %j names %j", (text, names, expected) => expect(named(text, ...names)).toBe(expected));

test("a hundred mentions are a hundred people", () => {
  const names = Array.from({ length: 100 }, (_, at) => `Person ${at}`);
  expect(named(names.map((name) => `@${name}`).join(" "), ...names).split(",")).toEqual(names);
});

test("an unknown name differs from a first name that several people share", () => {
  const [one, other, gone] = [{ name: "Alma Berg" }, { name: "Alma Costa" }, { name: "Bo" }];
  const found = findMentions("@alma, @Zoë-Li: see bob@shop.example, @ada.example and @", [one, other]);
  expect(found).toEqual([
    { name: "alma", people: [one, other], isUnclear: true },
    { name: "zoë-li", people: [], isUnclear: false },
  ]);
  // A former colleague is found by the whole name, not by the first name.
  expect(findMentions("@Alma", [one, other, gone], [one])).toMatchObject([{ people: [one], isUnclear: false }]);
  expect(findMentions("@Bo", [one, gone, { name: "Bo Ek" }], [one])).toMatchObject([{ people: [gone] }]);
});
