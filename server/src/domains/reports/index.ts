export { isCounting } from "./read/is-counting.ts";
export { readReport } from "./read/read-report.ts";
export { checkFigures, type FigureCheck } from "./reference/check-figures.ts";
