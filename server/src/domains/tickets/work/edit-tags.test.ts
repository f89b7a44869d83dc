import { expect, test } from "vitest";
import { editTags } from "./update-ticket.ts";

test("an existing tag is not added again, whether in upper or lower case", () => {
  const edited = editTags(["VIP"], { addTags: ["vip", "Refund", "refund"], removeTags: [] });
  expect(edited).toEqual({ tags: ["VIP", "Refund"], added: ["Refund"], removed: [] });
});

test("a tag is removed whether in upper or lower case, and a missing one is ignored", () => {
  const edited = editTags(["VIP", "Late"], { addTags: [], removeTags: ["vip", "gone"] });
  expect(edited).toEqual({ tags: ["Late"], added: [], removed: ["VIP"] });
});
