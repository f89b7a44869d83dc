import { type HelpCategoryId, helpCategoryIds, type VideoId, videoIds } from "@deskhand/contract/help/help-ids";
import { oneOf, textOf } from "../../lib/address-values.ts";

/** What the address of the help center says; what is absent shows all topics. */
export interface HelpSearch {
  category?: HelpCategoryId | undefined;
  /** The text searched for. */
  search?: string | undefined;
  /** The id of the article that is read. */
  article?: string | undefined;
  /** The video that lies over it. */
  video?: VideoId | undefined;
}

/** Reads the help center's parameters, leaving out what is unknown, so that no link can break the screen. */
export function readHelpSearch(raw: Record<string, unknown>): HelpSearch {
  return {
    category: oneOf(raw.category, helpCategoryIds),
    search: textOf(raw.search),
    article: textOf(raw.article),
    video: oneOf(raw.video, videoIds),
  };
}
