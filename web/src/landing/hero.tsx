import { ArrowRight, CirclePlay, X } from "lucide-react";
import { Shot, WithPhoneShot } from "./screenshots.tsx";
import { buttonLike, getStarted } from "./site-frame.tsx";

const recording = "/videos/see-it-in-action.webm";

/** What it is, the way in, and the product itself. */
export function Hero() {
  return (
    <div className="relative isolate overflow-x-clip">
      <div className="page-width pt-14 pb-8 text-center md:pt-22">
        <p className="mx-auto inline-flex items-center gap-2 rounded-full border border-line bg-panel px-3.5 py-1 text-sm text-soft">
          <span aria-hidden className="size-1.5 rounded-full bg-green" />
          Open source, for stores on Shopify
        </p>
        <h1 className="mx-auto mt-5 max-w-200 text-4xl display">
          Every customer <span className="whitespace-nowrap">e-mail</span>, beside its order
        </h1>
        <p className="mx-auto mt-5 max-w-160 text-lg text-soft md:text-xl">
          Deskhand turns your store’s mail into tickets that your team answers together. The order, the parcel and all
          that was said before stand right next to the conversation.
        </p>
        <p className="mt-8 flex flex-wrap justify-center gap-3">
          <a href={getStarted} className={buttonLike("primary", "lg")}>
            Get Started Free
            <ArrowRight size={16} aria-hidden />
          </a>
          <a href={recording} data-film className={buttonLike("secondary", "lg")}>
            <CirclePlay size={17} aria-hidden />
            See It In Action (2 min)
          </a>
        </p>
        <p className="mt-4 text-sm text-soft">Free and open source. No credit card. Runs on a machine of your own.</p>
      </div>
      <div className="page-width relative pb-6">
        <div aria-hidden className="absolute inset-x-0 -top-64 -z-1 h-140 glow" />
        <figure className="mx-auto max-w-90 overflow-hidden rounded-dialog border border-line bg-panel shadow-dialog sm:max-w-295">
          <WithPhoneShot name="hero-phone" widths={[400, 780]} size={[780, 1280]}>
            <Shot
              name="hero"
              widths={[760, 1180, 1770]}
              size={[1770, 1106]}
              sizes="(width < 1180px) 96vw, 1120px"
              isFirst
              alt="A ticket in Deskhand: the customer asks where order #1119 is. Beside the message stand the customer, the order, its FedEx parcel, and that it was delivered since she wrote. An answer is being written below."
            />
          </WithPhoneShot>
        </figure>
        <p className="mt-3 text-center text-sm text-soft">
          A real screen of the demo store that every new installation can start with.
        </p>
      </div>
    </div>
  );
}

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
