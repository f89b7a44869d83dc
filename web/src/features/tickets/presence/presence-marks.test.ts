import type { Doing } from "@deskhand/contract/desk/presence";
import { expect, test } from "vitest";
import { type AnnouncedPlaces, newlyThere, presenceSentences } from "./presence-marks.tsx";

const person = (name: string, doing: Doing = "looking") => ({ userId: name.toLowerCase(), name, doing });

test.each([
  [[], []],
  [[person("Ada")], ["Ada is looking"]],
  [[person("Ada", "writing")], ["Ada is writing"]],
  [[person("Ada", "sending")], ["Ada is sending a reply"]],
  [[person("Ada"), person("Ben")], ["Ada and Ben are looking"]],
  [["Ada", "Ben", "Carl"].map((name) => person(name)), ["Ada, Ben and Carl are looking"]],
  [["Ada", "Ben", "Carl", "Dora"].map((name) => person(name)), ["Ada, Ben and 2 more are looking"]],
  [
    [person("Ada"), person("Ben", "writing"), person("Carl", "sending")],
    ["Carl is sending a reply", "Ben is writing", "Ada is looking"],
  ],
])("%j are told as %j", (people, sentences) => {
  expect(presenceSentences(people)).toEqual(sentences);
});

test("announces who comes and who begins to write, but not every back and forth", () => {
  const announced: AnnouncedPlaces = new Map();
  const tell = (now: number, ...people: ReturnType<typeof person>[]) => newlyThere(people, announced, now);
  expect(tell(0, person("Ada"))).toEqual([person("Ada")]);
  expect(tell(1_000, person("Ada"), person("Ben"))).toEqual([person("Ben")]);
  expect(tell(5_000, person("Ada", "writing"))).toEqual([person("Ada", "writing")]);
  for (let now = 6_000; now < 63_000; now += 2_000) {
    expect(tell(now, person("Ada"))).toEqual([]);
    expect(tell(now + 1_000, person("Ada", "writing"))).toEqual([]);
  }
  // A minute later looking is no news, but writing is.
  expect(tell(70_000, person("Ada"))).toEqual([]);
  expect(tell(71_000, person("Ada", "writing"))).toEqual([person("Ada", "writing")]);
});
