import { test } from "vitest";
import { meetShortTexts } from "../../testing/strangers/meet-hostile-texts.ts";
import { excerptAround } from "./find-everything.ts";

test("excerptAround comes to its end, whatever is in the 4,000 characters that a search gives it", async () => {
  await meetShortTexts((text) => excerptAround(text.repeat(5), "blue bag"));
});
