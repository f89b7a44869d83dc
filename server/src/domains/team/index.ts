export { findColleague } from "./team.queries.ts";
