export { measurePolish, type PolishUse } from "./cases/measure-polish.ts";
