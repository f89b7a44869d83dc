import { Pause } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";
import { Section } from "./site-frame.tsx";

const screens: readonly { name: string; text: string }[] = [
  { name: "dashboard", text: "The day at a glance" },
  { name: "tickets", text: "What waits, the urgent first" },
  { name: "orders", text: "The store’s orders, as Shopify has them now" },
  { name: "customers", text: "Who wrote, what they bought" },
  { name: "email-settings", text: "Replies that look like your store" },
  { name: "mail-log", text: "What became of every mail" },
  { name: "team", text: "Who works here, and as what" },
  { name: "audit-log", text: "Who did what, and when" },
];

/** A strip of screenshots. */
export function ScreensStrip() {
  return (
    <Section
      id="testimonials"
      label="Screens"
      title="Let the screens speak"
      text="We have no quotes to show, and invent none. These are the product’s own screens, with the demo store’s data."
      className="strip-section max-w-none! px-0! [&>div:first-child]:page-width"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="strip mt-8 py-2" aria-label="Screens of the product" tabIndex={0}>
        <div className="strip-track flex w-max">
          <Screens />
          <div aria-hidden className="strip-again contents">
            <Screens isAgain />
          </div>
        </div>
      </section>
      <div className="page-width strip-switch no-print mt-4">
        <label className="inline-flex items-center py-2 gap-2.5 text-soft hover:text-ink">
          <input type="checkbox" className="strip-pause tick" />
          <Pause size={15} aria-hidden />
          Hold still
        </label>
      </div>
    </Section>
  );
}

function Screens({ isAgain = false }: { isAgain?: boolean }) {
  return (
    <ul className="flex">
      {screens.map(({ name, text }) => (
        <li key={name} className="w-[min(82vw,600px)] shrink-0 px-2.5">
          <figure>
            <Shot
              name={name}
              widths={[560, 1120]}
              size={[1120, 700]}
              sizes="(width < 700px) 78vw, 580px"
              alt={isAgain ? "" : `${text}: the ${name.replace("-", " ")} screen`}
              className="rounded-panel border border-line"
            />
            <figcaption className="mt-2.5 text-soft">{text}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

interface ShotProps {
  /** The picture's name in `shots/`. */
  name: string;
  widths: readonly number[];
  /** The size of its largest file, in pixels. */
  size: readonly [width: number, height: number];
  /** Its displayed width, as a CSS `sizes` value. */
  sizes: string;
  alt: string;
  /** Whether it is visible at once; others load lazily. */
  isFirst?: boolean;
  className?: string;
}

/** A screenshot in the width that the screen needs, taken by scripts/screenshots.ts. */
export function Shot({ name, widths, size: [width, height], sizes, alt, isFirst = false, className }: ShotProps) {
  return (
    <img
      src={shotUrl(name, widths.at(-1) ?? 0)}
      srcSet={sourcesOf(name, widths)}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isFirst ? "eager" : "lazy"}
      decoding="async"
      fetchPriority={isFirst ? "high" : "auto"}
      className={cx("h-auto w-full", className)}
    />
  );
}

interface PhoneShotProps {
  name: string;
  widths: readonly number[];
  size: readonly [width: number, height: number];
  children: ReactNode;
}

/** Replaces a screenshot on narrow screens by one of a phone, not a smaller copy. */
export function WithPhoneShot({ name, widths, size: [width, height], children }: PhoneShotProps) {
  return (
    <picture>
      <source media="(width < 40rem)" srcSet={sourcesOf(name, widths)} sizes="90vw" width={width} height={height} />
      {children}
    </picture>
  );
}

/** Lists a picture's files with their widths for `srcset`. */
function sourcesOf(name: string, widths: readonly number[]): string {
  return widths.map((width) => `${shotUrl(name, width)} ${width}w`).join(", ");
}

function shotUrl(name: string, width: number): string {
  return `/src/landing/shots/${name}-${width}.webp`;
}
