import { expect, test } from "vitest";
import { besideHead, toBesideLines } from "./measure-beside.ts";
import { figuresOf } from "./measure-turns.ts";

const turn = { cpuMs: 30, postgresCpuMs: 60, commits: 15, walBytes: 30_720, rssMb: 200 };

test("the turns of a build are summed, each request with equal weight", () => {
  const first = { ...turn, latencies: [10, 20], seconds: 1 };
  const other = { ...turn, latencies: [5, 5, 5, 100], seconds: 1, rssMb: 210 };
  expect(figuresOf([first, other])).toEqual({
    rps: 3,
    p50Ms: 10,
    p95Ms: 100,
    cpuMs: 10,
    postgresCpuMs: 20,
    commits: 5,
    walKb: 10,
    rssMb: 210,
  });
});

test("both builds stand in one table, with the ratio of our figure to the other's", () => {
  const there = { rps: 200, p50Ms: 4, p95Ms: 8, cpuMs: 2, postgresCpuMs: 5, commits: 0, walKb: 9, rssMb: 200 };
  const here = { ...there, rps: 100, cpuMs: 3, commits: 1 };
  const [first, , ratios] = toBesideLines(["mail.intake", "here", "58a75df"], here, there).split("\n");
  expect(first?.split(/\s+/)).toEqual([
    "mail.intake",
    "here",
    "100",
    "4.00",
    "8.00",
    "3.00",
    "5.00",
    "1.00",
    "9.00",
    "200",
  ]);
  expect(ratios?.trim().split(/\s+/)).toEqual(["ratio", "0.50", "1.00", "1.00", "1.50", "1.00", "–", "1.00", "1.00"]);
  expect(besideHead.split("\n")[0]).toHaveLength(first?.length ?? 0);
});
