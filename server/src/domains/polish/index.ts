export { measurePolish, type PolishUse } from "./cases/measure-polish.ts";
export { protectedSpans } from "./protect/protected-spans.ts";
