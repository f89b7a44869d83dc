import { Boxes, KeyRound, type LucideIcon, Mail, ShoppingBag, Sparkles, Webhook } from "lucide-react";
import { Section } from "./section.tsx";

const integrations: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShoppingBag,
    title: "Shopify",
    text: "Connected through OAuth 2.0, reading only: orders, their products, customers and tracking, by webhooks as they change.",
  },
  {
    icon: Mail,
    title: "Your mailbox",
    text: "Guides for Gmail, Proton Mail and Microsoft 365, and a test mail through your own forwarding that says which hop fails.",
  },
  {
    icon: Webhook,
    title: "Any mail service",
    text: "SMTP in and out, or inbound webhooks of Mailgun, Postmark and SendGrid, each with its signature checked.",
  },
  {
    icon: KeyRound,
    title: "Sign-in",
    text: "Passwords with a second factor, passkeys, Google and X, as the operator of an installation allows.",
  },
  {
    icon: Sparkles,
    title: "Language models",
    text: "Polishing works without one. With one, any OpenAI-compatible endpoint will do, also on your own machine.",
  },
  {
    icon: Boxes,
    title: "Your own code",
    text: "A documented HTTP interface with an OpenAPI description, and PostgreSQL underneath: embedded, or yours.",
  },
];

/** What it works together with. */
export function Integrations() {
  return (
    <Section id="integrations" label="Integrations" title="At home with what you already use">
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {integrations.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4 rounded-dialog border border-line bg-panel p-5">
            <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-panel bg-raised text-accent">
              <Icon size={20} />
            </span>
            <span>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
