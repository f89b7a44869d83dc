import { test } from "vitest";
import { meetHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { newestWords, previewText } from "./preview-text.ts";

test.each<[string, (text: string) => unknown]>([
  ["previewText", previewText],
  ["newestWords", newestWords],
])("%s takes time linear in its length, whatever is in it", async (_, work) => {
  await meetHostileTexts(work);
});
