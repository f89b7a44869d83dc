import * as z from "zod";
import { searchFilterNames } from "./grammar.ts";

/** What a search says besides its results. */
export const searchNews = z.object({
  /** The search whose results are shown because the typed one found nothing, spelled as in tickets; else null. */
  shownFor: z.string().nullable(),
  /** The filters with a value that does not exist, if nothing was found. */
  unknown: z.array(z.object({ name: z.enum(searchFilterNames), value: z.string() })),
});
export type SearchNews = z.infer<typeof searchNews>;
