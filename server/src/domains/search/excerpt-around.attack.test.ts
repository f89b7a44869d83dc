import { test } from "vitest";
import { meetShortTexts } from "../../testing/strangers/meet-hostile-texts.ts";
import { excerptAround } from "./find-everything.ts";

test("excerptAround terminates for any text of 4,000 characters", async () => {
  await meetShortTexts((text) => excerptAround(text.repeat(5), "blue bag"));
});
