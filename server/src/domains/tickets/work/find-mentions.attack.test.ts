import { findMentions } from "@deskhand/contract/desk/find-mentions";
import { testHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";

testHostileTexts("findMentions", (text) => findMentions(text, [{ name: "Ann" }, { name: "a" }]));
