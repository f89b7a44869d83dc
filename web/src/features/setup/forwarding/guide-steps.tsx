interface GuideStepsProps {
  steps: readonly string[];
  /** What `{address}` in them stands for. */
  address: string;
}

/** Numbered steps of a guide. */
export function GuideSteps({ steps, address }: GuideStepsProps) {
  return (
    <ol className="flex flex-col gap-2">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-2.5">
          <span
            aria-hidden
            className="grid size-5 shrink-0 place-items-center rounded-full border border-line bg-panel font-medium text-soft text-xs tabular"
          >
            {index + 1}
          </span>
          <span className="min-w-0">
            <GuideText text={step} address={address} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A text of a guide with the address in it. */
export function GuideText({ text, address }: { text: string; address: string }) {
  const [before, ...rest] = text.split("{address}");
  if (rest.length === 0) return text;
  return (
    <>
      {before}
      <code className="rounded-tag bg-panel px-1 font-mono text-sm break-anywhere">{address}</code>
      {rest.join(address)}
    </>
  );
}
