import {
  ArrowRight,
  Boxes,
  CirclePlay,
  KeyRound,
  type LucideIcon,
  Mail,
  ShoppingBag,
  Sparkles,
  Webhook,
  X,
} from "lucide-react";
import { DemoDesk } from "./demo-desk.tsx";
import { Features } from "./features.tsx";
import { Pricing } from "./pricing.tsx";
import { ScreensStrip, Shot, WithPhoneShot } from "./screenshots.tsx";
import { buttonLike, getStarted, OperatorAddress, Section, SiteFooter, SiteHeader } from "./site-frame.tsx";

/** The landing page (docs/product.md#the-landing-page). */
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
    text: "Connected through OAuth 2.0, reading only: orders, their products, customers and tracking, by webhooks as they change. Refunds and other changes of orders only if you allow them in a second step, and only when somebody of your team presses the button.",
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

/** The supported integrations. */
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

/** The way in again, and contacts. */
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

const recording = "/videos/see-it-in-action.webm";

/** The product's name, purpose and entrance, with a demonstration. */
function Hero() {
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

/**
 * The dialog in which "See It In Action" plays, opened by landing.ts. Without JavaScript the button is a link to the
 * film.
 */
function FilmDialog() {
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

/** From the README's table; `npm run bench` and `npm test -- all` measure them again. */
const figures: readonly { figure: string; unit: string; what: string }[] = [
  { figure: "77", unit: "ms", what: "from a mail’s acceptance to an agent’s screen (p95)" },
  { figure: "5", unit: "ms", what: "for the first page of 100,000 tickets (p95)" },
  { figure: "820", unit: "mails/s", what: "taken in, each safe on disk before it is acknowledged" },
  {
    figure: "3,357",
    unit: "hostile mails",
    what: "of 373 kinds kept out of other people’s conversations",
  },
];

const commands: readonly { command: string; what: string }[] = [
  { command: "npm start", what: "a desk with a demo store, and nothing else to install" },
  { command: "npm run bench", what: "the speeds above" },
  { command: "npm test -- all", what: "the hostile mails, and all else that is promised" },
];

/** The measured figures and the commands that reproduce them. */
function Numbers() {
  return (
    <Section
      id="measured"
      label="Measured, not claimed"
      title="Numbers you can run yourself"
      text="On two processor cores, with 100,000 tickets and 500,000 messages. No customer counts, no invented quotes: the commands are in the box."
    >
      <dl className="mt-8 grid gap-px overflow-hidden rounded-dialog border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {figures.map(({ figure, unit, what }) => (
          <div key={what} className="flex flex-col-reverse justify-end bg-panel p-6">
            <dt className="mt-1.5 text-soft">{what}</dt>
            <dd className="flex items-baseline gap-1.5">
              <span className="text-3xl display tabular">{figure}</span>
              <span className="text-lg text-soft">{unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="mt-4 flex flex-col gap-2 rounded-panel border border-line bg-panel px-6 py-4">
        {commands.map(({ command, what }) => (
          <li key={command} className="flex flex-wrap gap-x-4">
            <code className="w-full font-mono sm:w-36">{command}</code>
            <span className="text-soft">{what}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
