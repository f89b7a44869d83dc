import { Package, Reply } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { Pill } from "../ui/pill.tsx";
import type { Tone } from "../ui/tone.ts";
import { type DemoTicket, demoTickets } from "./demo-tickets.ts";
import { Section } from "./section.tsx";

const tones: Record<string, Tone> = {
  open: "blue",
  "in progress": "violet",
  resolved: "green",
  high: "amber",
  medium: "blue",
  low: "grey",
};

/** Three tickets to try out: chosen without a script, answered with one. */
export function DemoDesk() {
  return (
    <Section
      id="try"
      label="Try it here"
      title="A mail comes in. Here is what your team sees."
      text="Choose a ticket and send its answer. This one runs in your browser: nothing leaves it, and nobody in it exists."
    >
      <div className="demo mt-8 grid overflow-hidden rounded-dialog border border-line bg-panel md:grid-cols-[300px_1fr]">
        <fieldset className="min-w-0 border-line border-b md:border-r md:border-b-0">
          <legend className="sr-only">Demo tickets</legend>
          {demoTickets.map((ticket, index) => (
            <Row key={ticket.id} ticket={ticket} index={index} />
          ))}
        </fieldset>
        <div className="min-w-0">
          {demoTickets.map((ticket) => (
            <Panel key={ticket.id} ticket={ticket} />
          ))}
        </div>
      </div>
    </Section>
  );
}

function Row({ ticket, index }: { ticket: DemoTicket; index: number }) {
  const { id, subject, customer, time } = ticket;
  return (
    <label
      htmlFor={`ticket-${index}`}
      className="block border-line border-b border-l-2 border-l-transparent px-4 py-3 transition-colors last:border-b-0 hover:bg-hover has-checked:border-l-accent has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2 md:last:border-b"
    >
      <input type="radio" name="demo-ticket" id={`ticket-${index}`} defaultChecked={index === 0} className="sr-only" />
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{subject}</span>
        <span className="shrink-0 font-mono text-soft text-xs">{id}</span>
      </span>
      <span className="mt-0.5 flex justify-between gap-3 text-sm text-soft">
        <span className="truncate">{customer}</span>
        <span className="shrink-0">{time}</span>
      </span>
      <span className="mt-2 flex gap-1.5">
        <States ticket={ticket} />
      </span>
    </label>
  );
}

function States({ ticket: { id, status, priority } }: { ticket: DemoTicket }) {
  return (
    <>
      <span data-status={id}>
        <Pill tone={tones[status.toLowerCase()] ?? "grey"}>{status}</Pill>
      </span>
      <span data-answered={id} hidden>
        <Pill tone="green">{status === "open" ? "resolved" : "Resolved"}</Pill>
      </span>
      <Pill tone={tones[priority.toLowerCase()] ?? "grey"}>{priority}</Pill>
    </>
  );
}

function Panel({ ticket }: { ticket: DemoTicket }) {
  const { id, subject, status, customer, order, time, from, message, answer, parcel, since } = ticket;
  return (
    <article aria-labelledby={`${id}-subject`} className="demo-panel h-full flex-col" data-ticket={id}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-5 py-3.5">
        <span className="font-mono text-sm text-soft">{id}</span>
        <h3 id={`${id}-subject`} className="font-semibold text-lg">
          {subject}
        </h3>
        <span className="flex gap-1.5">
          <States ticket={ticket} />
        </span>
      </header>
      <div className="grid flex-1 gap-4 p-5 lg:grid-cols-[1fr_260px]">
        <div className="flex min-w-0 flex-col gap-3">
          <div className="mr-6 rounded-panel border border-line bg-canvas px-4 py-3">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm text-soft">
              <span className="break-anywhere">
                From: <b className="font-medium text-ink">{customer}</b> &lt;{from}&gt;
              </span>
              <span>{time}</span>
            </p>
            <p className="mt-2">{message}</p>
          </div>
          <div data-answer className="ml-6 rounded-panel border border-primary/50 bg-primary/10 px-4 py-3">
            <p className="flex justify-between gap-3 text-sm text-soft">
              <span>
                From: <b className="font-medium text-ink">You</b>
              </span>
              <span>Sent</span>
            </p>
            <p data-answer-text className="mt-2 whitespace-pre-line break-anywhere">
              {answer}
            </p>
          </div>
          {status !== "Resolved" && <Composer ticket={ticket} />}
        </div>
        <aside aria-label={`Order of ${id}`} className="flex flex-col gap-3 text-sm">
          <dl className="flex flex-col gap-3 rounded-panel border border-line bg-canvas px-4 py-3">
            <Fact name="Customer">{customer}</Fact>
            <Fact name="Order">{order}</Fact>
            <Fact name="Parcel">{parcel}</Fact>
          </dl>
          <p className="flex items-center gap-2 rounded-panel border border-line px-4 py-2.5 text-accent">
            <Package size={15} aria-hidden className="shrink-0" />
            {since}
          </p>
          <p aria-live="polite" data-said className="text-soft" />
        </aside>
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd className="mt-0.5 break-anywhere font-medium text-base">{children}</dd>
    </div>
  );
}

/** Hidden until there is a script to answer with. */
function Composer({ ticket: { customer, answer } }: { ticket: DemoTicket }) {
  return (
    <form data-composer hidden className="mt-auto flex flex-col gap-2.5">
      <textarea
        aria-label={`Your answer to ${customer}`}
        rows={5}
        maxLength={1000}
        required
        defaultValue={answer}
        className="w-full resize-none rounded-control border border-edge bg-canvas px-3 py-2"
      />
      <button type="submit" className={`${buttonClass("primary", "lg")} self-end`}>
        <Reply size={16} aria-hidden />
        Send Reply
      </button>
    </form>
  );
}
