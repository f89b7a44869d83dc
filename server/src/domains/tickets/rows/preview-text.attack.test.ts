import { testHostileTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { newestWords, previewText } from "./preview-text.ts";

testHostileTexts("previewText", previewText);
testHostileTexts("newestWords", newestWords);
