import { testHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { findMentions } from "./find-mentions.ts";

testHostileTexts("findMentions", (text) => findMentions(text, [{ name: "Ann" }, { name: "a" }]));
