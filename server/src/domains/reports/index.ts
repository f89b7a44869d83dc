export { checkFigures, type FigureCheck } from "./reference/check-figures.ts";
