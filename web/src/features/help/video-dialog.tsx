import { type VideoId, videoIds } from "@deskhand/contract/help/help-ids";
import { videos } from "@deskhand/contract/help/help-topics";
import { Link } from "@tanstack/react-router";
import { BookOpenText, Play } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import type { HelpSearch } from "./help-search.ts";

interface VideoDialogProps {
  id: VideoId;
  onClose: () => void;
}

/** A video that begins to play by itself, without sound and with captions (docs/product.md#quick-start-videos). */
export function VideoDialog({ id, onClose }: VideoDialogProps) {
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
        // Another video is another element: the browser would go on with the captions of the one before.
        <video
          key={id}
          data-autofocus
          // What the picture shows is said by the captions.
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

/** The four videos to begin with; each opens over the screen. */
export function VideoSteps({ shown }: { shown: HelpSearch }) {
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
