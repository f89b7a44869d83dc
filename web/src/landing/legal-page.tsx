import type { ReactNode } from "react";
import { SiteFooter, SiteHeader } from "./site-frame.tsx";

interface LegalPageProps {
  title: string;
  /** The whole text in a sentence or two. */
  summary: ReactNode;
  parts: readonly { id: string; title: string; text: ReactNode }[];
}

/** A long text with a table of contents. */
export function LegalPage({ title, summary, parts }: LegalPageProps) {
  return (
    <>
      <SiteHeader home="/" />
      <main id="main" className="page-width grid gap-x-16 gap-y-8 py-12 md:py-16 lg:grid-cols-[1fr_240px]">
        <div className="max-w-170">
          <h1 className="text-3xl display">{title}</h1>
          <p className="mt-2 text-sm text-soft">Version of 22 November 2026</p>
          <div className="mt-6 rounded-panel border border-line bg-panel px-5 py-4 text-lg">{summary}</div>
          {parts.map((part) => (
            <section key={part.id} id={part.id} aria-labelledby={`${part.id}-title`} className="mt-9">
              <h2 id={`${part.id}-title`} className="font-semibold text-xl">
                {part.title}
              </h2>
              <div className="mt-2 flex flex-col gap-3 text-lg text-soft [&_a]:text-accent [&_a]:underline [&_b]:font-medium [&_b]:text-ink [&_li]:ml-5 [&_li]:list-disc [&_li]:pl-1 [&_ul]:flex [&_ul]:flex-col [&_ul]:gap-1.5">
                {part.text}
              </div>
            </section>
          ))}
        </div>
        <nav aria-label="On this page" className="no-print hidden lg:block">
          <div className="sticky top-20 border-line border-l pl-5">
            <p className="font-medium text-sm">On this page</p>
            <ul className="mt-2 flex flex-col">
              {parts.map((part) => (
                <li key={part.id}>
                  <a href={`#${part.id}`} className="quiet-link inline-block py-1 text-sm">
                    {part.title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      </main>
      <SiteFooter home="/" />
    </>
  );
}
