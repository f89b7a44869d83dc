export {
  type Burst,
  findBursts,
  goesOn,
  hourOfWeek,
  longestSpan,
  type Seen,
  sameMatter,
  sharedSigns,
  type Usual,
  withoutAnswers,
} from "./detect/find-bursts.ts";
export { signsOf } from "./detect/signs-of.ts";
export { listIncidents } from "./list-incidents.ts";
