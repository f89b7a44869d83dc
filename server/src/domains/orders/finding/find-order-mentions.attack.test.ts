import { findOrderMentions } from "@deskhand/contract/mentions/find-order-mentions";
import { findParcelNumbers } from "@deskhand/contract/mentions/find-parcel-numbers";
import { learnHabits } from "@deskhand/contract/mentions/habits";
import { passagesOf } from "@deskhand/contract/mentions/named-numbers";
import { plainText } from "@deskhand/contract/mentions/plain-text";
import { testHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";

const habits = learnHabits([{ name: "#1042", orderNumber: "1042" }]);

testHostileTexts("findOrderMentions", (text) => findOrderMentions(passagesOf(plainText(text)), habits));
testHostileTexts("findParcelNumbers", findParcelNumbers);
