import { Check } from "lucide-react";
import { included, type PlanCard, plans, questions } from "../features/tenants/billing/plans.ts";
import { Badge } from "../ui/badge.tsx";
import { cx } from "../ui/cx.ts";
import { buttonLike, getStarted, Section } from "./site-frame.tsx";

/** Visitors' questions beyond those of the plans. */
const moreQuestions: readonly { question: string; answer: string }[] = [
  {
    question: "Where is my data?",
    answer:
      "On the machine that Deskhand runs on, in one PostgreSQL database. No analytics, no third-party scripts; replies leave by the mail server you name.",
  },
  {
    question: "Do customers have to write to another address?",
    answer:
      "No. They write to the address they know; your mailbox forwards it. Replies can come from your own domain, with its DNS records checked for you.",
  },
  {
    question: "What does it take to run it myself?",
    answer:
      "One machine with Node.js 20 or newer. “npm start” brings the database along. For real mail it also needs a domain, a mail relay and TLS in front.",
  },
];

/** The two plans with questions and answers (docs/product.md#plans). */
export function Pricing() {
  return (
    <Section
      id="pricing"
      label="Pricing"
      title="Two plans, nothing hidden"
      text="Nothing is charged today: payment is not built in yet, and choosing a plan in the desk only tells the operator of your interest."
    >
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        {plans.map((plan) => (
          <Plan key={plan.id} plan={plan} />
        ))}
      </div>
      <ul className="mt-5 grid gap-x-8 gap-y-4 rounded-dialog border border-line p-6 sm:grid-cols-2 lg:grid-cols-3">
        {included.map(({ title, text }) => (
          <li key={title} className="flex gap-2.5">
            <Check size={17} aria-hidden className="mt-0.5 shrink-0 text-green" />
            <span>
              <b className="font-medium">{title}</b>
              <span className="block text-soft">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <h3 className="mt-12 font-semibold text-xl">Frequently Asked Questions</h3>
      <div className="mt-4 divide-y divide-line rounded-dialog border border-line bg-panel">
        {[...questions, ...moreQuestions].map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex list-none items-center justify-between gap-4 rounded-panel px-5 py-4 font-medium hover:bg-hover [&::-webkit-details-marker]:hidden">
              {question}
              <span aria-hidden className="text-lg text-soft transition-transform group-open:rotate-45">
                +
              </span>
            </summary>
            <p className="max-w-180 px-5 pb-4 text-soft">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

function Plan({ plan }: { plan: PlanCard }) {
  const { id, title, price, period, description, mark, button, features, popular } = plan;
  return (
    <article
      aria-labelledby={`plan-${id}`}
      className={cx(
        "flex flex-col rounded-dialog border bg-panel p-6 md:p-8",
        popular ? "border-accent/60" : "border-line",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`plan-${id}`} className="font-semibold text-xl">
          {title}
        </h3>
        <Badge tone={popular ? "accent" : "green"}>{mark}</Badge>
      </div>
      <p className="mt-4 flex items-baseline gap-2">
        <span className="text-4xl display tabular">{price}</span>
        <span className="text-lg text-soft">{period}</span>
      </p>
      <p className="mt-1 text-soft">{description}</p>
      <ul className="mt-6 mb-8 grid gap-x-4 gap-y-2.5 sm:max-md:grid-cols-2 lg:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-green" />
            {feature}
          </li>
        ))}
      </ul>
      <a href={getStarted} className={cx(buttonLike(popular ? "primary" : "secondary", "lg"), "mt-auto")}>
        {button}
      </a>
    </article>
  );
}
