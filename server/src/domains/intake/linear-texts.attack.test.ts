import { test } from "vitest";
import { meetHostileTexts } from "../../testing/strangers/meet-hostile-texts.ts";
import { textFunctions } from "./text-functions.ts";

test.each(Object.entries(textFunctions))(
  "%s comes to its end in time linear in a text, whatever is in it",
  async (_, work) => {
    await meetHostileTexts(work);
  },
);
