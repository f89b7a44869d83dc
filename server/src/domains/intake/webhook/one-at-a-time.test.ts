import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("work goes one after the other, past a failure too, and everybody gets their own answer", async () => {
  const inTurn = oneAtATime();
  let running = 0;
  const work = (number: number) => async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (number === 1) throw new Error("the second fails");
    return number;
  };
  const answers = await Promise.allSettled([0, 1, 2].map((number) => inTurn(work(number))));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(answers[2]).toMatchObject({ value: 2 });
});
