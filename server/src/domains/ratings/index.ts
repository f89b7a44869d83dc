export { selectRatingFigures } from "./figures.queries.ts";
