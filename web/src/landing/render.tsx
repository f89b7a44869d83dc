import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LandingPage } from "./landing-page.tsx";
import { PrivacyPage } from "./privacy-page.tsx";
import { TermsPage } from "./terms-page.tsx";

const pages: Readonly<Record<string, ReactElement>> = {
  "index.html": <LandingPage />,
  "privacy.html": <PrivacyPage />,
  "terms.html": <TermsPage />,
};

/** Renders the body of a public page at build time; undefined for every other page. */
export function renderPage(file: string): string | undefined {
  const page = pages[file];
  return page && renderToStaticMarkup(page);
}
