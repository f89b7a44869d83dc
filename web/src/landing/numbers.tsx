import { Section } from "./section.tsx";

/** As the README's table has them; `npm run bench` and `npm test` print them. */
const figures: readonly { figure: string; unit: string; what: string }[] = [
  { figure: "77", unit: "ms", what: "from a mail’s acceptance to an agent’s screen (p95)" },
  { figure: "5", unit: "ms", what: "for the first page of 100,000 tickets (p95)" },
  { figure: "820", unit: "mails/s", what: "taken in, each safe on disk before it is acknowledged" },
  {
    figure: "3,357",
    unit: "hostile mails",
    what: "of 373 kinds kept out of other people’s conversations, in every test run",
  },
];

/** What was measured, and by which command. */
export function Numbers() {
  return (
    <Section
      id="measured"
      label="Measured, not claimed"
      title="Numbers you can run yourself"
      text="On two processor cores, with 100,000 tickets and 500,000 messages. No customer counts, no invented quotes: the commands are in the box."
    >
      <dl className="mt-8 grid gap-px overflow-hidden rounded-dialog border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {figures.map(({ figure, unit, what }) => (
          <div key={what} className="flex flex-col-reverse justify-end bg-panel p-6">
            <dt className="mt-1.5 text-soft">{what}</dt>
            <dd className="flex items-baseline gap-1.5">
              <span className="text-3xl display tabular">{figure}</span>
              <span className="text-lg text-soft">{unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      <pre className="mt-4 overflow-x-auto rounded-panel border border-line bg-panel px-5 py-4 font-mono text-sm text-soft">
        <code>
          <b className="font-medium text-ink">npm start</b>
          {"        # a desk with a demo store, nothing else to install\n"}
          <b className="font-medium text-ink">npm run bench</b>
          {"    # the speeds above\n"}
          <b className="font-medium text-ink">npm test</b>
          {"         # the hostile mails, and all else it promises"}
        </code>
      </pre>
    </Section>
  );
}
