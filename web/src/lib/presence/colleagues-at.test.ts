import type { Doing } from "@deskhand/contract/desk/presence";
import { beforeEach, expect, test, vi } from "vitest";
import { colleaguesAt } from "./colleagues-at.ts";

const at = (ticketId: string, doing: Doing = "looking") => ({ ticketId, doing });
const news = (userId: string, ...places: ReturnType<typeof at>[]) => ({
  people: [{ userId, at: places }],
  isAll: false,
});

let known: ReturnType<typeof colleaguesAt>;
beforeEach(() => {
  known = colleaguesAt();
});

test("people come to tickets, go on to others and leave", () => {
  known.take(news("ada", at("1")));
  known.take(news("ben", at("1", "writing")));
  expect(known.at("1")).toEqual([
    { userId: "ben", doing: "writing" },
    { userId: "ada", doing: "looking" },
  ]);
  known.take(news("ben", at("2")));
  expect(known.at("1")).toEqual([{ userId: "ada", doing: "looking" }]);
  expect(known.at("2")).toEqual([{ userId: "ben", doing: "looking" }]);
  known.take(news("ada"));
  expect(known.at("1")).toEqual([]);
});

test("whoever is not among everybody is gone, and once nothing is known nobody is there", () => {
  known.take(news("ada", at("1")));
  known.take({ people: [{ userId: "ben", at: [at("2")] }], isAll: true });
  expect([known.at("1"), known.at("2")]).toEqual([[], [{ userId: "ben", doing: "looking" }]]);
  known.clear();
  expect(known.at("2")).toEqual([]);
});

test("what shows a ticket where nothing changed has the same list as before, and nobody is told of what is no news", () => {
  const listener = vi.fn();
  known.subscribe(listener);
  known.take(news("ada", at("1"), at("2")));
  const [one, two] = [known.at("1"), known.at("2")];
  known.take(news("ada", at("2"), at("1")));
  known.take({ people: [{ userId: "ada", at: [at("1"), at("2")] }], isAll: true });
  expect(listener).toHaveBeenCalledTimes(1);
  known.take(news("ada", at("1", "writing"), at("2")));
  expect(known.at("1")).not.toBe(one);
  expect(known.at("2")).toBe(two);
  expect(known.at("3")).toBe(known.at("4"));
});
