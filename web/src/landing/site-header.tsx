import { Menu } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { Mark } from "./mark.tsx";

const anchors = [
  { id: "features", label: "Features" },
  { id: "testimonials", label: "Screens" },
  { id: "pricing", label: "Pricing" },
  { id: "contact", label: "Contact" },
];

/** Where a new store begins; the sign-in page opens ready to make one. */
export const getStarted = "/login?mode=sign-up";

/** Name, anchors and the way in, on top of every public page. `home` is where the anchors are. */
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

/** The look of a button for what leads somewhere; also under a pointer, which a button's own look leaves to buttons. */
export function buttonLike(variant: "primary" | "secondary" | "ghost", size: "md" | "lg" = "md"): string {
  return cx(
    buttonClass(variant, size),
    size === "lg" ? "h-11 px-5" : "h-9",
    variant === "primary" && "hover:bg-primary-press",
    variant === "secondary" && "hover:border-edge hover:bg-hover",
    variant === "ghost" && "hover:bg-hover hover:text-ink",
  );
}
