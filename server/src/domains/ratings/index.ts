export { isOpen } from "./rate.ts";
export { ratingLanguages } from "./words/rating-words.ts";
