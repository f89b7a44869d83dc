import { test } from "vitest";
import { meetHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { findMentions } from "./find-mentions.ts";

test.each<[string, (text: string) => unknown]>([
  ["findMentions", (text) => findMentions(text, [{ name: "Ann" }, { name: "a" }])],
])("%s takes time linear in its length, whatever is in it", async (_, work) => {
  await meetHostileTexts(work);
});
