import { expect, test } from "vitest";
import { findSlowTexts } from "../../testing/strangers/find-slow-texts.ts";
import { excerptAround } from "./excerpt-around.ts";

test.each<[string, (text: string) => unknown]>([["excerptAround", (text) => excerptAround(text, "blue bag")]])(
  "%s takes time linear in its length, whatever is in it",
  async (_, work) => {
    expect(await findSlowTexts(work)).toEqual([]);
  },
);
