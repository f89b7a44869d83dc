import { expect, test } from "vitest";
import { findSlowTexts } from "../../../testing/strangers/find-slow-texts.ts";
import { newestWords, previewText } from "./preview-text.ts";

test.each<[string, (text: string) => unknown]>([
  ["previewText", previewText],
  ["newestWords", newestWords],
])("%s takes time linear in its length, whatever is in it", async (_, work) => {
  expect(await findSlowTexts(work)).toEqual([]);
});
