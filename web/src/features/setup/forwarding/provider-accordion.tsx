import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { GuideSteps, GuideText } from "./guide-steps.tsx";
import { type ProviderGuide, providerGuides } from "./provider-guides.ts";

interface ProviderAccordionProps {
  address: string;
  /** What Gmail asked, which belongs into its guide. */
  ofGmail: ReactNode;
  /** Whether Gmail asked something: its guide is open then. */
  isGmailAsking: boolean;
}

/** A guide for each large provider, one open at a time; a click on the open one closes it. */
export function ProviderAccordion({ address, ofGmail, isGmailAsking }: ProviderAccordionProps) {
  const [chosen, setChosen] = useState<string | null>();
  const open = chosen === undefined ? (isGmailAsking ? "gmail" : null) : chosen;
  return (
    <div className="overflow-hidden rounded-panel border border-line">
      {providerGuides.map((guide) => (
        <Provider
          key={guide.id}
          guide={guide}
          address={address}
          isOpen={guide.id === open}
          onToggle={() => setChosen(guide.id === open ? null : guide.id)}
        >
          {guide.id === "gmail" && ofGmail}
        </Provider>
      ))}
    </div>
  );
}

interface ProviderProps {
  guide: ProviderGuide;
  address: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Provider({ guide, address, isOpen, onToggle, children }: ProviderProps) {
  const id = useId();
  return (
    <section className="border-line not-first:border-t">
      <h4>
        <button
          type="button"
          id={`${id}-name`}
          aria-expanded={isOpen}
          aria-controls={`${id}-steps`}
          onClick={onToggle}
          className="flex w-full items-center gap-2.5 px-3.5 py-2.5 text-left font-medium transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 flex-1">{guide.name}</span>
          {guide.badge !== undefined && <Badge tone="amber">{guide.badge}</Badge>}
          <ChevronDown
            size={16}
            aria-hidden
            className={cx("shrink-0 text-faint transition-transform duration-120", isOpen && "rotate-180")}
          />
        </button>
      </h4>
      {isOpen && (
        <section id={`${id}-steps`} aria-labelledby={`${id}-name`} className="flex flex-col gap-3 px-3.5 pt-1 pb-3.5">
          <GuideSteps steps={guide.steps} address={address} />
          {children}
          <ul className="list-disc pl-4.5 text-soft text-sm">
            {guide.notes.map((note) => (
              <li key={note} className="mt-1">
                <GuideText text={note} address={address} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}
