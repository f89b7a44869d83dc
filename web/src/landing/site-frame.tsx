import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

const anchors = [
  { id: "features", label: "Features" },
  { id: "testimonials", label: "Screens" },
  { id: "pricing", label: "Pricing" },
  { id: "contact", label: "Contact" },
];

/** The sign-in page in its sign-up mode. */
export const getStarted = "/login?mode=sign-up";

/** The header of every public page: name, anchors and entrance. `home` is the page with the anchors. */
export function SiteHeader({ home = "" }: { home?: string }) {
  return (
    <header className="no-print sticky top-0 z-10 border-line/70 border-b bg-canvas/85 backdrop-blur-md">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-4 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <div className="page-width flex h-14 items-center gap-2 md:gap-6">
        <a href="/" className="flex items-center gap-2.5 rounded-control font-semibold text-lg">
          <Mark size={26} />
          Deskhand
        </a>
        <nav aria-label="Sections" className="hidden gap-1 md:flex">
          {anchors.map(({ id, label }) => (
            <a key={id} href={`${home}#${id}`} className={buttonLike("ghost")}>
              {label}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <a href="/login" className={cx(buttonLike("ghost"), "max-[26rem]:px-2")}>
            Sign In
          </a>
          <a href={getStarted} className={buttonLike("primary")}>
            Get Started
          </a>
          <details className="relative md:hidden">
            <summary className={cx(buttonLike("secondary"), "w-9 list-none px-0 [&::-webkit-details-marker]:hidden")}>
              <Menu size={18} aria-hidden />
              <span className="sr-only">Sections</span>
            </summary>
            <nav
              aria-label="Sections"
              className="absolute right-0 mt-2 flex w-44 flex-col rounded-panel border border-line bg-raised p-1.5 shadow-float"
            >
              {anchors.map(({ id, label }) => (
                <a key={id} href={`${home}#${id}`} className="rounded-control px-3 py-2.5 hover:bg-hover">
                  {label}
                </a>
              ))}
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}

/** The classes of a link that looks like a button, with the hover styles that `buttonClass` restricts to buttons. */
export function buttonLike(variant: "primary" | "secondary" | "ghost", size: "md" | "lg" = "md"): string {
  return cx(
    buttonClass(variant, size),
    size === "lg" ? "h-11 px-5" : "h-9",
    variant === "primary" && "hover:bg-primary-press",
    variant === "secondary" && "hover:border-edge hover:bg-hover",
    variant === "ghost" && "hover:bg-hover hover:text-ink",
  );
}

/** The footer of every public page; the legal pages open in a new tab. */
export function SiteFooter({ home = "" }: { home?: string }) {
  return (
    <footer className="border-line border-t">
      <div className="page-width flex flex-col gap-8 py-10 md:flex-row md:justify-between">
        <div className="max-w-90">
          <p className="flex items-center gap-2.5 font-semibold">
            <Mark size={22} />
            Deskhand
          </p>
          <p className="mt-2 text-soft">Support for online stores</p>
          <p className="mt-4 text-sm text-soft">
            © 2026 Deskhand. Open source under the MIT licence. Shopify, Gmail, Microsoft 365 and the other names belong
            to their owners.
          </p>
        </div>
        <nav aria-label="Footer" className="no-print grid grid-cols-2 gap-x-14 gap-y-8 sm:grid-cols-3">
          <Column title="Product">
            <FooterLink href={`${home}#features`}>Features</FooterLink>
            <FooterLink href={`${home}#testimonials`}>Screens</FooterLink>
            <FooterLink href={`${home}#pricing`}>Pricing</FooterLink>
            <FooterLink href={`${home}#contact`}>Contact</FooterLink>
          </Column>
          <Column title="Build on it">
            <FooterLink href="/docs">Documentation</FooterLink>
            <FooterLink href="/api/docs">API reference</FooterLink>
          </Column>
          <Column title="Legal">
            <FooterLink href="/privacy.html" isNewTab>
              Privacy Policy
            </FooterLink>
            <FooterLink href="/terms.html" isNewTab>
              Terms of Service
            </FooterLink>
          </Column>
        </nav>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="font-medium text-sm">{title}</h2>
      <ul className="mt-2 flex flex-col">{children}</ul>
    </div>
  );
}

function FooterLink({ href, isNewTab = false, children }: { href: string; isNewTab?: boolean; children: string }) {
  return (
    <li>
      <a
        href={href}
        className="quiet-link inline-block py-1.5"
        {...(isNewTab && { target: "_blank", rel: "noreferrer" })}
      >
        {children}
      </a>
    </li>
  );
}

interface SectionProps {
  id: string;
  /** The topic, above the title. */
  label: string;
  title: string;
  text?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page with heading and anchor. */
export function Section({ id, label, title, text, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cx("page-width py-12 md:py-16", className)}>
      <div className="max-w-180">
        <p className="font-medium text-accent">{label}</p>
        <h2 id={`${id}-title`} className="mt-2 text-3xl display">
          {title}
        </h2>
        {text !== undefined && <p className="mt-3 text-lg text-soft">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Replaced by the operator's address when the server delivers the page (server/src/platform/http/web-pages.ts). */
const placeholder = "operator@installation.invalid";

/** The operator's address, if configured. */
export function OperatorAddress() {
  return (
    <a href={`mailto:${placeholder}`} className="rounded-tag text-accent underline underline-offset-3">
      {placeholder}
    </a>
  );
}

/** The product's mark, from the favicon's file. */
function Mark({ size }: { size: number }) {
  return <img src="/icon.svg" alt="" width={size} height={size} className="shrink-0" />;
}
