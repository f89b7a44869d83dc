import * as z from "zod";
import { searchFilterNames } from "./grammar.ts";

/** What is told beside what a search finds. */
export const searchNews = z.object({
  /** What was searched for instead, spelled as tickets spell it, where what was typed finds nothing; else null. */
  shownFor: z.string().nullable(),
  /** The filters whose value nobody and nothing has, where nothing is found. */
  unknown: z.array(z.object({ name: z.enum(searchFilterNames), value: z.string() })),
});
export type SearchNews = z.infer<typeof searchNews>;
