export { correctSpelling } from "./local/languages/correct-spelling.ts";
export { dictionaryOf } from "./local/open-dictionary.ts";
export { type LanguageTools, openLanguageTools } from "./local/open-language-tools.ts";
export { polishText } from "./local/polish-text.ts";
export { protectedSpans } from "./protect/protected-spans.ts";
