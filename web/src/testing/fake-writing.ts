import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { isOfOrder, isPlaceholder, type Placeholder, placeholderNames } from "@deskhand/contract/desk/placeholders";
import type { PolishLanguage, PolishResult } from "@deskhand/contract/polish";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { os } from "./fake-contract.ts";

interface Store {
  responses: CannedResponse[];
  placeholders: Partial<Record<Placeholder, string>>;
}

/** The store's canned responses; orders are told to the ticket's customer alone. */
export function fakeCannedResponses(ticket: TicketDetail, store: () => Store) {
  function fillingFor(to: readonly string[] = []) {
    const { customer } = ticket;
    const owner = customer && { name: customer.name, addresses: [customer.email ?? ""] };
    const isTold = to.includes(customer?.email ?? "");
    const known = placeholderNames.filter((name) => store().placeholders[name] !== undefined);
    const withheld = known.filter((name) => !isTold && isOfOrder(name));
    const told = known.filter((name) => !withheld.includes(name));
    return {
      values: Object.fromEntries(told.map((name) => [name, store().placeholders[name] ?? ""])),
      withheld,
      owner,
    };
  }
  return {
    list: os.cannedResponses.list.handler(() => ({ items: store().responses })),
    values: os.cannedResponses.values.handler(({ input }) => fillingFor(input.to)),
    fill: os.cannedResponses.fill.handler(({ input: { id, to } }) => {
      const { values, owner } = fillingFor(to);
      const text = store().responses.find((one) => one.id === id)?.content ?? "";
      const content = text.replace(
        /\{\{([\w.]+)\}\}/g,
        (whole, name) => (isPlaceholder(name) && values[name]) || whole,
      );
      return { content, values, owner };
    }),
  };
}

/** Polishes as it is told, and knows what was asked. */
export function fakePolish() {
  const fake = {
    asked: [] as { text: string; language: PolishLanguage | undefined }[],
    /** How often it was to load the checkers. */
    warmed: 0,
    /** What comes back, beside the text as it was. */
    result: {} as Partial<PolishResult>,
    /** Runs before the answer: waits, say. */
    before: async (): Promise<void> => undefined,
  };
  const routes = {
    polish: {
      polish: os.polish.polish.handler(async ({ input: { text, language } }) => {
        fake.asked.push({ text, language });
        await fake.before();
        return {
          success: true,
          polishedMessage: text,
          corrections: 0,
          suggestions: [],
          error: null,
          language: "en" as const,
          ...fake.result,
        };
      }),
      warm: os.polish.warm.handler(() => {
        fake.warmed += 1;
        return {};
      }),
    },
  };
  return { fake, routes };
}

type Told = Parameters<Parameters<typeof os.feedback.submit.handler>[0]>[0]["input"];

/** Takes feedback, and knows whom to write to instead. */
export function fakeFeedback() {
  const fake = {
    /** All that reached it, repeated ones too. */
    told: [] as Told[],
    operatorEmail: "ops@host.example" as string | null,
    /** Runs before it is taken: throws a `refusal`, or waits. */
    before: async (): Promise<void> => undefined,
  };
  const routes = {
    feedback: {
      submit: os.feedback.submit.handler(async ({ input }) => {
        fake.told.push(input);
        await fake.before();
        return { id: crypto.randomUUID() };
      }),
    },
    help: {
      contacts: os.help.contacts.handler(() => ({
        operatorEmail: fake.operatorEmail,
        docsUrl: "https://docs.example",
      })),
    },
  };
  return { fake, routes };
}
