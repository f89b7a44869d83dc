import type { Acted, CannedResponse } from "@deskhand/contract/canned-responses";
import { isOfOrder, isPlaceholder, type Placeholder, placeholderNames } from "@deskhand/contract/desk/placeholders";
import type { PolishLanguage, PolishResult } from "@deskhand/contract/polish";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { os } from "./fake-contract.ts";

interface Store {
  responses: CannedResponse[];
  placeholders: Partial<Record<Placeholder, string>>;
}

/** Returns a canned response, without actions unless given. */
export function newResponse(makings: Partial<CannedResponse> = {}): CannedResponse {
  const at = "2026-03-02T10:00:00.000Z";
  const shared = { isOwn: false, teamId: null, key: null, uses: null, createdAt: at, updatedAt: at };
  const content = { title: "Response", content: "Content", category: "General", tags: [], actions: [] };
  return { id: crypto.randomUUID(), ...content, ...shared, ...makings };
}

/** Fakes the store's canned responses; order details are filled in for the ticket's customer alone. */
export function fakeCannedResponses(ticket: TicketDetail, store: () => Store) {
  function fillingFor(to: readonly string[] = []) {
    const { customer } = ticket;
    const owner = customer && { name: customer.name, addresses: [customer.email ?? ""] };
    const isTold = to.includes(customer?.email ?? "");
    const available = placeholderNames.filter((name) => store().placeholders[name] !== undefined);
    const withheld = available.filter((name) => !isTold && isOfOrder(name));
    const fillable = available.filter((name) => !withheld.includes(name));
    return {
      values: Object.fromEntries(fillable.map((name) => [name, store().placeholders[name] ?? ""])),
      withheld,
      owner,
    };
  }
  const ran: Run[] = [];
  const routes = {
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
    create: os.cannedResponses.create.handler(({ input: { idempotencyKey: id, ...made } }) => {
      const response = newResponse({ ...made, id, actions: made.actions ?? [] });
      store().responses = [...store().responses, response];
      return response;
    }),
    setKey: os.cannedResponses.setKey.handler(({ input: { id, key } }) => {
      store().responses = store().responses.map((one) => (one.id === id ? { ...one, key } : one));
      return { id, key };
    }),
    run: os.cannedResponses.run.handler(({ input }) => {
      ran.push(input);
      return { results: input.ticketIds.map(ranOn) };
    }),
    preview: os.cannedResponses.preview.handler(({ input: { ticketIds } }) => ({
      items: ticketIds.map((id) => ({ ...ranOn(id), effects: ["Adds tags: refund"] })),
    })),
  };
  return { ran, routes };
}

type Run = Parameters<Parameters<typeof os.cannedResponses.run.handler>[0]>[0]["input"];

/** What became of a ticket that the tag "refund" was added to. */
function ranOn(id: string): Acted {
  const undo = { change: { addTags: [], removeTags: ["refund"] }, expected: {} };
  return { id, ticketNumber: 1, outcome: "changed", error: null, undo, leftOut: null };
}

/** Fakes polishing with a given result, and records requests. */
export function fakePolish() {
  const fake = {
    asked: [] as { text: string; language: PolishLanguage | undefined }[],
    /** How often loading the checkers was requested. */
    warmed: 0,
    /** Overrides of the default result, the unchanged text. */
    result: {} as Partial<PolishResult>,
    /** Runs before the response; may wait. */
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

type FeedbackInput = Parameters<Parameters<typeof os.feedback.submit.handler>[0]>[0]["input"];

/** Fakes feedback, with the contact for failures. */
export function fakeFeedback() {
  const fake = {
    /** All feedback received, retries included. */
    told: [] as FeedbackInput[],
    operatorEmail: "ops@host.example" as string | null,
    /** Runs before it is stored: may throw a `refusal`, or wait. */
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
