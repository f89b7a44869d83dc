import { testHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { findOrderMentions } from "./find-order-mentions.ts";
import { findParcelNumbers } from "./find-parcel-numbers.ts";
import { learnHabits } from "./habits.ts";
import { passagesOf } from "./named-numbers.ts";
import { plainText } from "./plain-text.ts";

const habits = learnHabits([{ name: "#1042", orderNumber: "1042" }]);

testHostileTexts("findOrderMentions", (text) => findOrderMentions(passagesOf(plainText(text)), habits));
testHostileTexts("findParcelNumbers", findParcelNumbers);
