import { ArrowRight } from "lucide-react";
import { OperatorAddress } from "./operator-address.tsx";
import { buttonLike, getStarted } from "./site-header.tsx";

/** The way in once more, and whom to write to. */
export function Contact() {
  return (
    <section id="contact" aria-labelledby="contact-title" className="page-width py-12 md:py-16">
      <div className="relative isolate overflow-hidden rounded-dialog border border-line bg-panel px-6 py-12 text-center md:py-18">
        <div aria-hidden className="absolute -inset-x-20 -top-1/2 -z-1 h-full glow" />
        <h2 id="contact-title" className="text-3xl display">
          Your next answer could be this easy
        </h2>
        <p className="mx-auto mt-3 max-w-140 text-lg text-soft">
          Make a store, forward one mail, and see it beside its order. No credit card, and nothing to cancel.
        </p>
        <p className="mt-7 flex flex-wrap justify-center gap-3">
          <a href={getStarted} className={buttonLike("primary", "lg")}>
            Get Started Free
            <ArrowRight size={16} aria-hidden />
          </a>
          <a href="/docs" className={buttonLike("secondary", "lg")}>
            Read the documentation
          </a>
        </p>
        <p className="mt-6 text-soft">
          Questions? Write to <OperatorAddress />.
        </p>
      </div>
    </section>
  );
}
