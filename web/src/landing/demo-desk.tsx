import { Package, Reply } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { Pill } from "../ui/pill.tsx";
import type { Tone } from "../ui/tone.ts";
import { Section } from "./site-frame.tsx";

const tones: Record<string, Tone> = {
  open: "blue",
  "in progress": "violet",
  resolved: "green",
  high: "amber",
  medium: "blue",
  low: "grey",
};

/** Three sample tickets: selected without JavaScript, answered with it. */
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

/** Hidden until the script that handles it has loaded. */
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

/** A sample ticket of the landing page with fictional people. */
interface DemoTicket {
  id: string;
  subject: string;
  status: "open" | "Open" | "In Progress" | "Resolved";
  priority: "high" | "High" | "Medium" | "Low";
  customer: string;
  order: string;
  time: string;
  from: string;
  /** The customer's message. */
  message: string;
  /** The prefilled reply. */
  answer: string;
  parcel: string;
  since: string;
}

/** The first is open initially. */
const demoTickets: readonly [DemoTicket, DemoTicket, DemoTicket] = [
  {
    id: "T-1042",
    subject: "Where is my order #1119?",
    status: "open",
    priority: "high",
    customer: "Carolina Moreira",
    order: "#1119 · €249.00 · Paid",
    time: "2 minutes ago",
    from: "carolina.moreira@example.org",
    message:
      "Hello, I ordered the Arc floor lamp on 7 November, and the tracking page has said “in transit” since last week. Could you find out where it is? We have guests on Saturday.",
    answer:
      "Hello Carolina,\n\nGood news: FedEx delivered your lamp this morning in Porto. If it is not at your door, write back and we find it together.",
    parcel: "FedEx 794664121893",
    since: "Since the customer wrote: delivered",
  },
  {
    id: "T-1041",
    subject: "Box arrived completely crushed",
    status: "In Progress",
    priority: "Medium",
    customer: "Jonas Keller",
    order: "#1127 · €89.00 · Paid",
    time: "1 hour ago",
    from: "jonas.keller@example.net",
    message:
      "The carton was open on one side and the glass shade is broken. I have attached two photos. What happens now?",
    answer:
      "Hello Jonas,\n\nI am sorry. A new shade leaves our workshop tomorrow, at no cost. Please keep the box until the carrier has seen your photos.",
    parcel: "DHL, delivered yesterday",
    since: "2 photos attached",
  },
  {
    id: "T-1040",
    subject: "Invoice with our VAT number",
    status: "Resolved",
    priority: "Low",
    customer: "Rachel Steinberg",
    order: "#1125 · €516.00 · Paid",
    time: "yesterday",
    from: "rachel.steinberg@example.org",
    message:
      "We bought four table lamps for our office, but the invoice does not show our VAT number. Can you correct it?",
    answer:
      "Hello Rachel,\n\nHere is the invoice for #1125 with your VAT number. Should your accountant need anything else, just answer this mail.",
    parcel: "UPS, delivered 18 November",
    since: "Answered in 14 minutes",
  },
];
