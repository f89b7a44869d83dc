import { Contact } from "./contact.tsx";
import { DemoDesk } from "./demo-desk.tsx";
import { Features } from "./features.tsx";
import { FilmDialog } from "./film-dialog.tsx";
import { Hero } from "./hero.tsx";
import { Integrations } from "./integrations.tsx";
import { Numbers } from "./numbers.tsx";
import { Pricing } from "./pricing.tsx";
import { ScreensStrip } from "./screens-strip.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

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
