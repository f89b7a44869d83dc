import { expect, test } from "vitest";
import { painted, readSpans, type Week, weekText, withTyped } from "./week-text.ts";

test.each<[string, ReturnType<typeof readSpans>]>([
  ["9-17", { spans: [[540, 1_020]], nextDay: [] }],
  [
    " 9:00 – 12:30 ; 1pm—5 PM",
    {
      spans: [
        [540, 750],
        [780, 1_020],
      ],
      nextDay: [],
    },
  ],
  [
    "13.30 to 24:00, 8-12",
    {
      spans: [
        [480, 720],
        [810, 1_440],
      ],
      nextDay: [],
    },
  ],
  ["9-12, 11-13", { spans: [[540, 780]], nextDay: [] }],
  ["22:00-2:00", { spans: [[1_320, 1_440]], nextDay: [[0, 120]] }],
  ["18-0", { spans: [[1_080, 1_440]], nextDay: [] }],
  ["12am-12pm", { spans: [[0, 720]], nextDay: [] }],
  ["", { spans: [], nextDay: [] }],
  ["Closed", { spans: [], nextDay: [] }],
  ["9", null],
  ["9-9", null],
  ["9-25", null],
  ["9:70-10", null],
  ["13pm-14pm", null],
  ["from nine to five", null],
])("reads %j", (typed, expected) => {
  expect(readSpans(typed)).toEqual(expected);
});

test("a span over midnight goes on on the next day, and after Sunday on Monday", () => {
  const week: Week = [[[60, 180]], [], [], [], [], [], []];
  const night = readSpans("22-2") ?? { spans: [], nextDay: [] };
  expect(weekText(withTyped(week, 6, night))).toBe("Mon 00:00–03:00 · Sun 22:00–24:00");
});

test("drawing opens what lies between, joins what touches, and closes a part of a span", () => {
  const open = painted([[540, 720]], [720, 780], true);
  expect(open).toEqual([[540, 780]]);
  expect(painted(open, [600, 660], false)).toEqual([
    [540, 600],
    [660, 780],
  ]);
  expect(painted(open, [0, 1_440], false)).toEqual([]);
});

test("days that are alike stand together in words", () => {
  const day: Week[number] = [[540, 1_020]];
  expect(weekText([day, day, day, [], day, [[600, 840]], []])).toBe(
    "Mon–Wed 09:00–17:00 · Fri 09:00–17:00 · Sat 10:00–14:00",
  );
  expect(weekText(Array.from({ length: 7 }, () => []))).toBe("No working hours");
});
