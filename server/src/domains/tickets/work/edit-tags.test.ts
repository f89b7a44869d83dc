import { expect, test } from "vitest";
import { editTags } from "./update-ticket.ts";

test("a tag that is there already, whatever its case, is not put on again", () => {
  const edited = editTags(["VIP"], { addTags: ["vip", "Refund", "refund"], removeTags: [] });
  expect(edited).toEqual({ tags: ["VIP", "Refund"], added: ["Refund"], removed: [] });
});

test("a tag is taken off whatever its case, and one that is not there is not missed", () => {
  const edited = editTags(["VIP", "Late"], { addTags: [], removeTags: ["vip", "gone"] });
  expect(edited).toEqual({ tags: ["Late"], added: [], removed: ["VIP"] });
});
