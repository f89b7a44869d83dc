import {
  Bell,
  BookOpen,
  ChartColumn,
  Keyboard,
  Lock,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
  ShieldCheck,
  StickyNote,
} from "lucide-react";
import type { ReactNode } from "react";
import { Shot, WithPhoneShot } from "./screenshots.tsx";
import { Section } from "./site-frame.tsx";

const small: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShieldCheck,
    title: "Nobody slips into a conversation",
    text: "Senders are checked by SPF, DKIM, DMARC and ARC. A guessed ticket number or a forged name opens a ticket of its own, marked.",
  },
  {
    icon: MessageSquareText,
    title: "Canned responses that fill themselves",
    text: "The customer’s name, the order, the tracking link: put in as you insert them, and marked where they cannot be.",
  },
  {
    icon: BookOpen,
    title: "Your know-how, attached",
    text: "Manuals, policies and files in one place, searched from the composer and sent with a reply: as a link or as the file.",
  },
  {
    icon: StickyNote,
    title: "Notes that stay inside",
    text: "Internal notes have a tab of their own. They are never part of a mail, so no customer ever sees them.",
  },
  {
    icon: Bell,
    title: "Live, on every device",
    text: "New tickets and replies appear by themselves, and what you read on one device is read on all. Two people never answer past each other.",
  },
  {
    icon: Lock,
    title: "Everybody sees their part",
    text: "Agents, supervisors and admins each have their rights, with two factors and passkeys. A store never sees another store’s row.",
  },
  {
    icon: ChartColumn,
    title: "Figures that add up",
    text: "Response time, what was resolved today, what is overdue: computed to the row, against last week and yesterday.",
  },
  {
    icon: Keyboard,
    title: "A key for everything",
    text: "One search over tickets, messages, customers and orders on Ctrl K. Move, reply and send without the mouse.",
  },
  {
    icon: ScrollText,
    title: "What happened, in writing",
    text: "A mail log that says what became of each mail and why, and an audit log that nothing can rewrite.",
  },
];

/** The features, the three most important with a picture each. */
export function Features() {
  return (
    <Section
      id="features"
      label="Features"
      title="Less looking things up. More answers."
      text="Your store gets a support address of its own, help+your-code@…, and you forward your mail to it. The rest is one calm screen."
    >
      <div className="mt-10 grid gap-5 lg:grid-cols-2">
        <Large
          title="It knows which parcel they mean"
          text="The order that a mail is about is found by itself, in any language, and shown as certain only where it is the sender’s own. You read where the parcel is, and what changed since they wrote."
        >
          <WithPhoneShot name="parcel-phone" widths={[360, 720]} size={[720, 823]}>
            <Shot
              name="parcel"
              widths={[520, 1040]}
              size={[1040, 667]}
              sizes="(width < 1024px) 92vw, 520px"
              alt="The Tracking tab of a ticket: order #1119, delivered, with its FedEx number and the history of the parcel."
            />
          </WithPhoneShot>
        </Large>
        <Large
          title="Polish that shows its work"
          text="Spelling and grammar are corrected on your own machine, or by a model you choose. You see every change before it is made, and order numbers, amounts, links and names are never touched."
        >
          <WithPhoneShot name="polish-phone" widths={[360, 720]} size={[720, 831]}>
            <Shot
              name="polish"
              widths={[520, 1040]}
              size={[1040, 641]}
              sizes="(width < 1024px) 92vw, 520px"
              alt="Polished reply: the words that were misspelled are struck through in red, their corrections underlined in green."
            />
          </WithPhoneShot>
        </Large>
      </div>
      <ul className="mt-5 grid gap-x-10 gap-y-7 rounded-dialog border border-line bg-panel p-6 sm:grid-cols-2 md:p-9 lg:grid-cols-3">
        {small.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4 sm:block">
            <Icon size={20} aria-hidden className="shrink-0 text-accent" />
            <div>
              <h3 className="font-semibold sm:mt-3">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Large({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col overflow-hidden rounded-dialog border border-line bg-panel">
      <div className="p-6 md:p-8">
        <h3 className="font-semibold text-xl">{title}</h3>
        <p className="mt-2 text-lg text-soft">{text}</p>
      </div>
      <div className="mt-auto ml-6 overflow-hidden rounded-tl-panel border-line border-t border-l md:ml-8">
        {children}
      </div>
    </div>
  );
}
