import type { PolishLanguage, PolishResult } from "@deskhand/contract/polish";
import { os } from "./fake-contract.ts";

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
