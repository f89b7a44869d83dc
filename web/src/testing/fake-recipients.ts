import type { FoundCustomer } from "@deskhand/contract/customers";
import { everybodyIn } from "@deskhand/contract/desk/whom";
import type { Message } from "@deskhand/contract/messages";
import type { Mailbox, Recipient, Recipients } from "@deskhand/contract/recipients";
import type { TeamUser } from "@deskhand/contract/team";
import { os } from "./fake-contract.ts";

/** A recipient of a message. */
export function newRecipient(email: string, changes: Partial<Recipient> = {}): Recipient {
  const delivery = { deliveryState: null, deliveryError: null, heldUntil: null };
  return { email, name: null, kind: "to", isOurs: false, ...delivery, ...changes };
}

/** Returns a message's default recipients: the store, or the customer. */
export function addressed(
  message: Partial<Message>,
): Pick<Message, "recipients" | "answersTo" | "audience" | "passedOn" | "isDoubted"> {
  const { isFromCustomer = true, authorName = "Ines Roth", authorEmail = "ines@roth.example" } = message;
  const { deliveryState = null, deliveryError = null, heldUntil = null } = message;
  const delivery = { deliveryState, deliveryError, heldUntil };
  const customer = newRecipient("ines@roth.example", { name: "Ines Roth", ...delivery });
  const plain = { audience: "customer", passedOn: null, isDoubted: false } as const;
  if (!isFromCustomer) return { recipients: [customer], answersTo: null, ...plain };
  // An answer to forwarded mail goes to the customer.
  const email = message.writtenFrom ? customer.email : authorEmail;
  const answersTo = email === null ? null : { email, name: authorName };
  return { recipients: [newRecipient("help@shop.example", { isOurs: true })], answersTo, ...plain };
}

/** Converts a mail's recipients to those of its message. */
export function recipientsOf({ to, cc, bcc }: Recipients): Recipient[] {
  const of = (kind: Recipient["kind"], people: Mailbox[]) =>
    people.map(({ email, name }) => newRecipient(email, { name, kind, deliveryState: "sending" }));
  return [...of("to", to), ...of("cc", cc), ...of("bcc", bcc)];
}

type Forwarded = Parameters<Parameters<typeof os.messages.forward.handler>[0]>[0]["input"];
type PreviewedForward = Parameters<Parameters<typeof os.messages.previewForward.handler>[0]>[0]["input"];
type Previewed = Parameters<Parameters<typeof os.messages.preview.handler>[0]>[0]["input"];

/** Fakes recipients, forwards and previews; `take` stores a message. */
export function fakeRecipients(
  isNewTo: (email: string) => boolean,
  take: (message: Partial<Message> & { id: string }) => Promise<Message>,
) {
  const fake = {
    /** The customers that every search finds, and the team's addresses. */
    customers: [] as FoundCustomer[],
    team: [] as TeamUser[],
    /** All forwards requested. */
    forwards: [] as Forwarded[],
    /** All previews of replies and forwards requested. */
    previews: [] as Previewed[],
    previewedForwards: [] as PreviewedForward[],
    /** Addresses whose last mail bounced, and those that share a known name. */
    failed: [] as string[],
    namesakes: [] as string[],
    isNew: isNewTo,
  };
  const routes = {
    search: os.customers.search.handler(() => ({ items: fake.customers })),
    users: os.team.users.handler(() => ({ items: fake.team, stats: { total: 0, active: 0, admins: 0, agents: 0 } })),
    forward: os.messages.forward.handler(async ({ input }) => {
      fake.forwards.push(input);
      const audience = { audience: "side", recipients: recipientsOf(input.recipients) } as const;
      return take({ ...audience, id: input.idempotencyKey, content: input.content });
    }),
    previewForward: os.messages.previewForward.handler(({ input }) => {
      fake.previewedForwards.push(input);
      const from = { name: "Shop", address: "help@shop.example" };
      const html = `<p>${input.content}</p>`;
      return { subject: "Fwd: Parcel [Ticket: 0007]", ...input.recipients, isQuoted: false, from, html };
    }),
    checkRecipients: os.messages.checkRecipients.handler(({ input }) => ({
      items: input.people.map(({ email }) => ({
        email,
        isNew: fake.isNew(email),
        hasFailed: fake.failed.includes(email),
        isNamesake: fake.namesakes.includes(email),
      })),
    })),
    preview: os.messages.preview.handler(({ input }) => {
      fake.previews.push(input);
      const from = { name: "Shop", address: "help@shop.example" };
      const whom = input.recipients ?? { to: [{ email: "ines@roth.example", name: null }], cc: [], bcc: [] };
      const isQuoted = everybodyIn(whom).length === 1;
      return { subject: "Re: Parcel [Ticket: 0007]", ...whom, isQuoted, from, html: `<p>${input.content}</p>` };
    }),
  };
  return { fake, routes };
}
