import { os } from "./fake-contract.ts";

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
