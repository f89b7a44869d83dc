import { ArrowRight, Boxes, KeyRound, type LucideIcon, Mail, ShoppingBag, Sparkles, Webhook } from "lucide-react";
import { DemoDesk } from "./demo-desk.tsx";
import { Features } from "./features.tsx";
import { FilmDialog, Hero } from "./hero.tsx";
import { Numbers } from "./numbers.tsx";
import { Pricing } from "./pricing.tsx";
import { ScreensStrip } from "./screenshots.tsx";
import { buttonLike, getStarted, OperatorAddress, Section, SiteFooter, SiteHeader } from "./site-frame.tsx";

/** The front door (docs/product.md#the-landing-page). */
export function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero />
        <DemoDesk />
        <Features />
        <Numbers />
        <ScreensStrip />
        <Integrations />
        <Pricing />
        <Contact />
      </main>
      <SiteFooter />
      <FilmDialog />
    </>
  );
}

const integrations: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShoppingBag,
    title: "Shopify",
    text: "Connected through OAuth 2.0, reading only: orders, their products, customers and tracking, by webhooks as they change.",
  },
  {
    icon: Mail,
    title: "Your mailbox",
    text: "Guides for Gmail, Proton Mail and Microsoft 365, and a test mail through your own forwarding that says which hop fails.",
  },
  {
    icon: Webhook,
    title: "Any mail service",
    text: "SMTP in and out, or inbound webhooks of Mailgun, Postmark and SendGrid, each with its signature checked.",
  },
  {
    icon: KeyRound,
    title: "Sign-in",
    text: "Passwords with a second factor, passkeys, Google and X, as the operator of an installation allows.",
  },
  {
    icon: Sparkles,
    title: "Language models",
    text: "Polishing works without one. With one, any OpenAI-compatible endpoint will do, also on your own machine.",
  },
  {
    icon: Boxes,
    title: "Your own code",
    text: "A documented HTTP interface with an OpenAPI description, and PostgreSQL underneath: embedded, or yours.",
  },
];

/** What it works together with. */
function Integrations() {
  return (
    <Section id="integrations" label="Integrations" title="At home with what you already use">
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {integrations.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4 rounded-dialog border border-line bg-panel p-5">
            <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-panel bg-raised text-accent">
              <Icon size={20} />
            </span>
            <span>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The way in once more, and whom to write to. */
function Contact() {
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
