import { type VideoId, videoIds } from "@deskhand/contract/help/help-ids";
import { videos } from "@deskhand/contract/help/help-topics";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookOpenText, ExternalLink, LifeBuoy, Mail, Play } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { SearchBox } from "../../screens/search/search-field.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SearchResults, TopicList } from "./article-lists.tsx";
import { ArticleScreen } from "./article-screen.tsx";
import type { HelpSearch } from "./help-search.ts";

interface HelpScreenProps {
  shown: HelpSearch;
  onSearch: (text: string) => void;
  onCloseVideo: () => void;
}

/** While typing: the articles are few and local. */
const SEARCH_DELAY_MS = 200;

/** The help center: videos, articles and contacts (docs/product.md#help-center). */
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

/** When the followed link disappears with the previous view, the focus goes to the new one. */
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

/** Contacts and further reading. */
function ContactCards() {
  const { data, error, isFetching, refetch } = useQuery(api.help.contacts.queryOptions());
  return (
    <section aria-labelledby="more-help" className="mt-8">
      <h2 id="more-help" className="font-semibold text-lg">
        Still Have Questions?
      </h2>
      <FailureBanner
        error={data === undefined ? error : null}
        title="The contact details could not be loaded"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
        className="mt-3"
      />
      {data === undefined && error === null && <Skeleton className="mt-3 h-20 w-full rounded-panel" />}
      {data !== undefined && (
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {data.operatorEmail === null ? (
            <div className={cardClass}>
              <Title icon={<LifeBuoy size={17} aria-hidden />}>Email Our Team</Title>
              <p className="mt-1 text-sm text-soft">
                Ask whoever set up Deskhand for you: this installation names no address to write to.
              </p>
            </div>
          ) : (
            <a href={`mailto:${data.operatorEmail}`} className={`${cardClass} ${linkClass}`}>
              <Title icon={<Mail size={17} aria-hidden />}>Email Our Team</Title>
              <span className="mt-1 block text-sm text-soft break-anywhere">{data.operatorEmail}</span>
            </a>
          )}
          <a href={data.docsUrl} target="_blank" rel="noreferrer" className={`${cardClass} ${linkClass}`}>
            <Title icon={<ExternalLink size={17} aria-hidden />}>Full Documentation</Title>
            <span className="mt-1 block text-sm text-soft">
              Every rule of the product, and how it is run
              <span className="sr-only"> (opens in a new tab)</span>
            </span>
          </a>
        </div>
      )}
    </section>
  );
}

const cardClass = "block min-w-0 rounded-panel border border-line bg-panel px-4 py-3.5";
const linkClass = "transition-colors duration-120 hover:border-edge hover:bg-hover";

function Title({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className="flex items-center gap-2.5 font-semibold">
      <span className="text-accent">{icon}</span>
      {children}
    </span>
  );
}

interface VideoDialogProps {
  id: VideoId;
  onClose: () => void;
}

/** A video that plays by itself, muted and with captions (docs/product.md#quick-start-videos). */
function VideoDialog({ id, onClose }: VideoDialogProps) {
  const { title, description, file, article } = videos[id];
  const [isBroken, setBroken] = useState(false);
  const address = `/videos/${file}`;
  return (
    <Dialog
      title={title}
      subtitle={description}
      size="lg"
      onClose={onClose}
      footer={
        <Link to="/dashboard/help" search={{ article }} className={buttonClass()}>
          <BookOpenText size={15} aria-hidden />
          Read it instead
        </Link>
      }
    >
      {isBroken ? (
        <p role="alert" className="px-6 py-16 text-center text-soft">
          This video cannot be played here. What it says can be read instead.
        </p>
      ) : (
        // The key makes a new element: the browser would keep the previous video's captions.
        <video
          key={id}
          data-autofocus
          // Captions describe the picture.
          aria-label={`Video: ${title}`}
          src={`${address}.webm`}
          poster={`${address}.webp`}
          autoPlay
          muted
          playsInline
          controls
          onError={() => setBroken(true)}
          className="aspect-video max-h-[calc(100dvh-220px)] w-full rounded-panel border border-line bg-canvas object-contain"
        >
          <track kind="captions" src={`${address}.vtt`} srcLang="en" label="English" default />
        </video>
      )}
    </Dialog>
  );
}

/** The four quick start videos, each of which opens in a dialog. */
function VideoSteps({ shown }: { shown: HelpSearch }) {
  return (
    <section aria-labelledby="help-videos" className="mt-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 id="help-videos" className="font-semibold text-lg">
          Step 1: Watch Quick Start Videos
        </h2>
        <Badge tone="green">Recommended</Badge>
      </div>
      <ol className="mt-3 grid grid-cols-2 gap-3 xl:grid-cols-4">
        {videoIds.map((id) => (
          <li key={id} className="flex">
            <Link
              to="/dashboard/help"
              search={{ ...shown, video: id }}
              resetScroll={false}
              aria-haspopup="dialog"
              className="group flex min-w-0 flex-1 items-start gap-3 rounded-panel border border-line bg-panel px-3.5 py-3 transition-colors duration-120 hover:border-edge hover:bg-hover max-sm:flex-col max-sm:gap-2"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent/14 text-accent group-hover:bg-accent/20">
                <Play size={16} aria-hidden />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">
                  <span className="text-soft tabular">{id}. </span>
                  {videos[id].title}
                </span>
                <span className="mt-0.5 block text-sm text-soft max-sm:hidden">{videos[id].description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
