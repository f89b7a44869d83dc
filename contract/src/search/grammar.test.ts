import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { dayMeant } from "./day-meant.ts";
import {
  isBlankSearch,
  readSearch,
  searchFilterNames,
  statusesMeant,
  withoutFilter,
  writtenFilter,
} from "./grammar.ts";

const asked = (typed: string) => {
  const { words, phrases, filters } = readSearch(typed);
  return [words, phrases, filters.map(({ name, value }) => `${name}=${value}`)];
};

test("words, phrases and filters are told apart", () => {
  expect(asked("screw missing")).toEqual([["screw", "missing"], [], []]);
  expect(asked('lamp "on the left" torn')).toEqual([["lamp", "torn"], ["on the left"], []]);
  expect(asked("lamp from:anna tag:gift-card")).toEqual([["lamp"], [], ["from=anna", "tag=gift-card"]]);
  expect(asked('from:"Anna Berg" order:#1042')).toEqual([[], [], ["from=Anna Berg", "order=#1042"]]);
  expect(asked("STATUS:Open Before:2026-05 after:2025")).toEqual([
    [],
    [],
    ["status=Open", "before=2026-05", "after=2025"],
  ]);
  expect(asked("„weiße Lampe“ «lampe blanche» “white lamp”")).toEqual([
    [],
    ["weiße Lampe", "lampe blanche", "white lamp"],
    [],
  ]);
});

test("a half-typed filter is no error and asks for nothing yet", () => {
  expect(asked("lamp from:")).toEqual([["lamp"], [], []]);
  expect(asked('lamp "on the')).toEqual([["lamp", "on", "the"], [], []]);
  expect(asked('from:"Anna Be')).toEqual([[], [], ["from=Anna Be"]]);
  expect(asked("lamp before:20")).toEqual([["lamp"], [], []]);
  expect(asked('lamp "')).toEqual([["lamp"], [], []]);
  expect(asked('lamp ""')).toEqual([["lamp"], [], []]);
  expect(isBlankSearch(readSearch(' "" from: '))).toBe(true);
});

test("any other colon belongs to its word", () => {
  expect(asked("Ticket:0042 re:lamp https://a.test 12:30 xfrom:anna subject:x")).toEqual([
    ["Ticket:0042", "re:lamp", "https://a.test", "12:30", "xfrom:anna", "subject:x"],
    [],
    [],
  ]);
});

test("the beginning of a status's name or label means that status", () => {
  expect(statusesMeant("open")).toEqual(["open"]);
  expect(statusesMeant("In Progress")).toEqual(["in-progress"]);
  expect(statusesMeant("in_pro")).toEqual(["in-progress"]);
  expect(statusesMeant("URGENT")).toEqual(["urgent"]);
  expect(statusesMeant("opne")).toEqual([]);
});

test("a date may be a year, a month or a day", () => {
  const days = ["2026", "2026-", "2026-05", "2026-0", "2026/5/9", "2026.05.09"].map(dayMeant);
  expect(days).toEqual(["2026-01-01", "2026-01-01", "2026-05-01", "2026-01-01", "2026-05-09", "2026-05-09"]);
  for (const none of ["", "20", "yesterday", "2026-13", "2026-02-30", "0000", "2026-05-01-01", "05-2026"])
    expect(dayMeant(none), none).toBeNull();
});

test("a filter is removed from its place", () => {
  const typed = 'lamp from:"Anna Berg" torn';
  const [filter] = readSearch(typed).filters;
  expect(filter && withoutFilter(typed, filter)).toBe("lamp torn");
});

test("a written filter reads back the same", () => {
  const written = (typed: string) => readSearch(typed).filters.map(writtenFilter);
  expect(written('tag:vip from:"Anna Berg" order:#1042')).toEqual(["tag:vip", 'from:"Anna Berg"', "order:#1042"]);
  expect(written('from:"Anna Be')).toEqual(['from:"Anna Be"']);
  expect(written('from:“the "big" one”')).toEqual(['from:“the "big" one”']);
});

const piece = fc.oneof(
  fc.constantFrom(...searchFilterNames.map((name) => `${name}:`), '"', "“", "”", "«", "„", " ", ":", "-", "2026"),
  fc.string({ maxLength: 12, unit: "grapheme" }),
);
const typedText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

test("any text can be typed, and removing its filters one by one ends with none", () => {
  fc.assert(
    fc.property(typedText, (typed) => {
      const { words, phrases, filters } = readSearch(typed);
      for (const text of [...words, ...phrases, ...filters.map(({ value }) => value)]) expect(text.trim()).not.toBe("");
      for (const { start, end } of filters) expect(end - start).toBeGreaterThan(0);
      let left = typed.slice(0, limits.searchLength);
      for (let count = 0; count <= limits.searchLength; count += 1) {
        const [filter] = readSearch(left).filters;
        if (filter === undefined) return;
        left = withoutFilter(left, filter);
      }
      throw new Error(`Never ends: ${typed}`);
    }),
  );
});

test("any filter asks for the same after it is written again", () => {
  fc.assert(
    fc.property(typedText, (typed) => {
      for (const { name, value } of readSearch(typed).filters) {
        const written = writtenFilter({ name, value });
        if (written.length <= limits.searchLength) expect(readSearch(written).filters).toMatchObject([{ name, value }]);
      }
    }),
  );
});

test("plain words are read unchanged, in order", () => {
  const word = fc.stringMatching(/^[a-z0-9äß#@.-]{1,10}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 10 }), (words) => {
      expect(readSearch(words.join(" ")).words).toEqual(words);
    }),
  );
});

test.each([
  ['"', { words: 0, filters: 0 }],
  ["from:", { words: 0, filters: 1 }],
  ["“", { words: 1, filters: 0 }],
  [" ", { words: 0, filters: 0 }],
  ["before:2", { words: 0, filters: 1 }],
  ["a", { words: 1, filters: 0 }],
])("a text of very many %j is read", (sign, expected) => {
  // With quadratic work, this many would exceed the test's time limit.
  const { words, filters } = readSearch(sign.repeat(1_000_000));
  expect({ words: words.length, filters: filters.length }).toEqual(expected);
});
