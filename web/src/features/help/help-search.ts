import { type HelpCategoryId, helpCategoryIds, type VideoId, videoIds } from "@deskhand/contract/help/help-ids";
import { oneOf, textOf } from "../../lib/address-values.ts";

/** The help center's URL parameters; absent ones show all topics. */
export interface HelpSearch {
  category?: HelpCategoryId | undefined;
  /** The search text. */
  search?: string | undefined;
  /** The id of the open article. */
  article?: string | undefined;
  /** The open video. */
  video?: VideoId | undefined;
}

/** Reads the help center's URL parameters and drops unknown ones, so that no link can break the screen. */
export function readHelpSearch(raw: Record<string, unknown>): HelpSearch {
  return {
    category: oneOf(raw.category, helpCategoryIds),
    search: textOf(raw.search),
    article: textOf(raw.article),
    video: oneOf(raw.video, videoIds),
  };
}
