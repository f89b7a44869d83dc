import { testHostileTexts } from "../../testing/strangers/meet-hostile-texts.ts";
import { textFunctions } from "./text-functions.ts";

for (const [name, work] of Object.entries(textFunctions)) testHostileTexts(name, work);
