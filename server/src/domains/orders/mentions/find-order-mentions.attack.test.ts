import { test } from "vitest";
import { meetHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { findOrderMentions } from "./find-order-mentions.ts";
import { findParcelNumbers } from "./find-parcel-numbers.ts";
import { learnHabits } from "./habits.ts";
import { plainText } from "./plain-text.ts";

const habits = learnHabits([{ name: "#1042", orderNumber: "1042" }]);

test.each<[string, (text: string) => unknown]>([
  ["findOrderMentions", (text) => findOrderMentions(plainText(text), habits)],
  ["findParcelNumbers", findParcelNumbers],
])("%s takes time linear in its length, whatever is in it", async (_, work) => {
  await meetHostileTexts(work);
});
