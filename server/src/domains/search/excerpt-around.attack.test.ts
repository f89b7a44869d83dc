import { test } from "vitest";
import { meetShortTexts } from "../../testing/strangers/meet-hostile-texts.ts";
import { excerptAround } from "./excerpt-around.ts";

test.each<[string, (text: string) => unknown]>([["excerptAround", (text) => excerptAround(text, "blue bag")]])(
  "%s takes time linear in its length, whatever is in it",
  async (_, work) => {
    // A search gives it 4,000 characters at most.
    await meetShortTexts(work);
  },
);
