import type { SenderDomain } from "@deskhand/contract/admin/sending";
import { Check, Copy } from "lucide-react";
import { useCopied } from "../../../screens/use-copied.ts";
import { Button } from "../../../ui/button.tsx";
import { Pill } from "../../../ui/pill.tsx";

type Shown = SenderDomain["records"][number];

const purposes: Record<Shown["kind"], { title: string; about: string }> = {
  dkim: { title: "DKIM", about: "Proves that the domain is yours, and signs your mails. Needed." },
  spf: { title: "SPF", about: "Allows our servers to send for your domain. Recommended." },
  dmarc: {
    title: "DMARC",
    about: "Says what happens to mails that fail. Recommended; a stricter policy works as well.",
  },
};

const states = {
  right: { tone: "green", words: "Found" },
  missing: { tone: "amber", words: "Missing" },
  wrong: { tone: "red", words: "Wrong" },
  unknown: { tone: "grey", words: "Could not be checked" },
} as const;

/** One TXT record to set, what it is for, and what was found of it. */
export function DnsRecord({ record: { kind, name, value, finding } }: { record: Shown }) {
  const { title, about } = purposes[kind];
  const state = finding === null ? null : states[finding.state];
  return (
    <section aria-label={`${title} record`} className="rounded-control border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="font-semibold">{title}</h4>
        <span className="text-soft text-sm">TXT record</span>
        <Pill tone={state?.tone ?? "grey"}>{state?.words ?? "Not checked yet"}</Pill>
      </div>
      <p className="mt-0.5 text-soft text-sm">{about}</p>
      <Copyable label="Name" of={title} text={name} />
      {/* What is right already is not to be changed into what we would begin with. */}
      {(kind !== "dmarc" || finding?.state !== "right") && <Copyable label="Value" of={title} text={value} />}
      {finding !== null && (
        <p className="mt-2 text-sm">
          {finding.words}
          {finding.found.length > 0 && finding.state !== "right" && (
            <span className="mt-1 block text-soft">
              Found:{" "}
              {finding.found.map((text) => (
                <code key={text} className="block font-mono text-xs break-anywhere">
                  {text}
                </code>
              ))}
            </span>
          )}
        </p>
      )}
    </section>
  );
}

function Copyable({ label, of, text }: { label: string; of: string; text: string }) {
  const { ref, state, copy } = useCopied();
  return (
    <div className="mt-2">
      <div className="flex items-center justify-between gap-2">
        <span className="text-soft text-xs">{label}</span>
        <Button
          size="sm"
          aria-label={`Copy the ${label.toLowerCase()} of the ${of} record`}
          icon={state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          onClick={() => void copy(text)}
        >
          {state === "copied" ? "Copied!" : "Copy"}
        </Button>
      </div>
      <code
        ref={ref}
        className="mt-1 block rounded-control border border-line bg-raised px-2.5 py-1.5 font-mono text-xs break-anywhere"
      >
        {text}
      </code>
      {state === "refused" && (
        <p role="alert" className="mt-1 text-amber text-sm">
          The browser does not let this page use the clipboard. The text is selected: copy it with Ctrl or Cmd and C.
        </p>
      )}
    </div>
  );
}
