import type { VideoId } from "@deskhand/contract/help/help-ids";
import { videos } from "@deskhand/contract/help/help-topics";
import { Link } from "@tanstack/react-router";
import { BookOpenText } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

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
