import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";

interface SectionProps {
  id: string;
  /** What the section is about, above its title. */
  label: string;
  title: string;
  text?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of the landing page, with its heading and its anchor. */
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
