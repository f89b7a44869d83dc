import { X } from "lucide-react";

/** Where "See It In Action" plays; landing.ts opens it. Without JavaScript the button is a link to the film. */
export function FilmDialog() {
  return (
    <dialog
      data-film-dialog
      aria-labelledby="film-title"
      className="no-print m-auto w-[min(1152px,94vw)] rounded-dialog border border-line bg-panel shadow-dialog"
    >
      <div className="flex items-center justify-between gap-4 px-4 py-2.5">
        <h2 id="film-title" className="font-semibold">
          See It In Action
        </h2>
        <button
          type="button"
          data-close
          className="grid size-9 place-items-center rounded-control text-soft hover:bg-hover hover:text-ink"
        >
          <X size={18} aria-hidden />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <video
        controls
        playsInline
        preload="none"
        width={1152}
        height={720}
        data-poster="/videos/see-it-in-action.webp"
        className="block h-auto w-full bg-canvas"
      >
        <track kind="captions" srcLang="en" label="English" src="/videos/see-it-in-action.vtt" default />
      </video>
      <p data-film-fault hidden className="px-4 py-3 text-soft">
        The recording could not be played here.{" "}
        <a href="/videos/see-it-in-action.webm" className="text-accent underline">
          Open the file
        </a>
      </p>
    </dialog>
  );
}
