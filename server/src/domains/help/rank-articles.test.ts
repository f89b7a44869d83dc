import { limits } from "@deskhand/contract/limits";
import { expect, test } from "vitest";
import type { HelpFigures } from "./help.queries.ts";
import { type ArticleText, rankArticles, summaryOf } from "./help-articles.ts";

const made = (id: string, isChosen = false): ArticleText => ({
  id,
  title: id,
  category: "security",
  tags: [],
  isChosen,
  lastUpdated: "2026-11-22",
  summary: "",
  html: "",
  estimatedReadTime: 1,
  searched: "",
});
const figures = (views: number, ratings = 0, ratingSum = 0): HelpFigures => ({
  views,
  ratings,
  ratingSum,
  helpful: 0,
  notHelpful: 0,
});
const letters = [..."abcdefgh"];
const articles = letters.map((id) => made(id, id >= "c"));

/** The order, with popular articles in capitals. */
const order = (views: Record<string, number>, of = articles) =>
  rankArticles(new Map(Object.entries(views).map(([id, count]) => [id, figures(count)])), of)
    .map(({ article: { id }, isPopular }) => (isPopular ? id.toUpperCase() : id))
    .join("");

const many = limits.viewsOfPopular;
test.each([
  ["nothing was read: the editors' choice, as it stands", {}, "CDEFGHab"],
  ["what one person read is not popular, and leads only the rest", { b: 1 }, "CDEFGHba"],
  ["a few readers change nothing of the choice, nor of its order", { b: many - 1, h: many - 1, d: 1 }, "CDEFGHba"],
  ["what was read enough leads, and takes the last place of the choice", { b: many }, "BCDEFGah"],
  ["the most read leads", { b: many, h: many + 2, e: many + 1 }, "HEBCDFag"],
  ["a choice that is read enough stands where it is read", { c: many, a: many + 1, b: many - 1 }, "ACDEFGbh"],
  [
    "a choice that hardly anybody reads gives way",
    { a: 19, b: 18, c: 17, d: 16, e: 15, f: 14, g: 13, h: many - 1 },
    "ABCDEFgh",
  ],
  ["figures of an article that is gone do nothing", { z: 100 }, "CDEFGHab"],
])("%s", (_, views, expected) => {
  expect(order(views)).toBe(expected);
});

test("marks no more articles as popular than there are", () => {
  expect(order({ a: many }, articles.slice(0, 3))).toBe("ACb");
  expect(order({}, [])).toBe("");
  expect(limits.popularArticles).toBe(6);
});

test.each([
  [figures(0), null],
  [figures(3, 1, 5), 5],
  [figures(3, 3, 13), 4.3],
  [figures(3, 3, 14), 4.7],
  [figures(0, 2, 9), 4.5],
])("rates %o as %s", (given, rating) => {
  expect(summaryOf({ article: made("a"), isPopular: false, figures: given }).rating).toBe(rating);
});
