import { useEffect, useRef } from "react";
import { SearchBox } from "../../screens/search/search-box.tsx";
import { ArticleScreen } from "./article-screen.tsx";
import { ContactCards } from "./contact-cards.tsx";
import type { HelpSearch } from "./help-search.ts";
import { SearchResults } from "./search-results.tsx";
import { TopicList } from "./topic-list.tsx";
import { VideoDialog } from "./video-dialog.tsx";
import { VideoSteps } from "./video-steps.tsx";

interface HelpScreenProps {
  shown: HelpSearch;
  onSearch: (text: string) => void;
  onCloseVideo: () => void;
}

/** As one types: the articles are few and at hand. */
const SEARCH_DELAY_MS = 200;

/** Help for working with Deskhand: videos, articles and whom to ask (docs/product.md#help-center). */
export function HelpScreen({ shown, onSearch, onCloseVideo }: HelpScreenProps) {
  const { article, category, search = "", video } = shown;
  const query = search.trim();
  const screen = useFocusKept(article ?? category ?? (query === "" ? "topics" : "search"));
  return (
    <div ref={screen} tabIndex={-1} className="outline-none">
      {article !== undefined ? (
        <ArticleScreen key={article} id={article} shown={shown} />
      ) : (
        <>
          <h1 className="font-semibold text-xl">Help & Knowledge</h1>
          <VideoSteps shown={shown} />
          <section aria-labelledby="help-topics" className="mt-6">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
              <h2 id="help-topics" className="mr-auto font-semibold text-lg">
                Step 2: Browse Help Topics
              </h2>
              <SearchBox
                noun="help articles"
                placeholder="Type to search help articles..."
                delayMs={SEARCH_DELAY_MS}
                search={query}
                onSearch={onSearch}
              />
            </div>
            {category === undefined && query === "" ? (
              <TopicList />
            ) : (
              <SearchResults category={category} query={query} />
            )}
          </section>
          <ContactCards />
        </>
      )}
      {video !== undefined && <VideoDialog id={video} onClose={onCloseVideo} />}
    </div>
  );
}

/** Where the link that was followed went with what was shown before, the focus goes to what is shown instead. */
function useFocusKept(view: string) {
  const screen = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true });
  }, [view]);
  return screen;
}
