import { Section } from "./site-frame.tsx";

/** As the README's table has them; `npm run bench` and `npm test -- all` make them anew. */
const figures: readonly { figure: string; unit: string; what: string }[] = [
  { figure: "77", unit: "ms", what: "from a mail’s acceptance to an agent’s screen (p95)" },
  { figure: "5", unit: "ms", what: "for the first page of 100,000 tickets (p95)" },
  { figure: "820", unit: "mails/s", what: "taken in, each safe on disk before it is acknowledged" },
  {
    figure: "3,357",
    unit: "hostile mails",
    what: "of 373 kinds kept out of other people’s conversations",
  },
];

const commands: readonly { command: string; what: string }[] = [
  { command: "npm start", what: "a desk with a demo store, and nothing else to install" },
  { command: "npm run bench", what: "the speeds above" },
  { command: "npm test -- all", what: "the hostile mails, and all else that is promised" },
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
      <ul className="mt-4 flex flex-col gap-2 rounded-panel border border-line bg-panel px-6 py-4">
        {commands.map(({ command, what }) => (
          <li key={command} className="flex flex-wrap gap-x-4">
            <code className="w-full font-mono sm:w-36">{command}</code>
            <span className="text-soft">{what}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
