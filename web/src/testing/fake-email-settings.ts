import type { EmailSettings, SavedEmailSettings } from "@deskhand/contract/admin/email-settings";
import { os as fake } from "./fake-contract.ts";

const os = fake.emailSettings;

const defaults: EmailSettings = {
  senderName: "Shop",
  senderEmail: "help+shop@desk.example",
  look: "branded",
  logoUrl: null,
  signatureHtml: "<p>Bye</p>",
  primaryColor: "#667eea",
  secondaryColor: "#764ba2",
  acknowledges: false,
  acknowledgementText: "Hello",
};

/** E-mail settings of a store that has set nothing; what it was asked to save is kept, and a test can have it refuse. */
export function fakeEmailSettings() {
  const fake = {
    settings: { ...defaults },
    /** Everything that it was asked to save. */
    saves: [] as {
      senderName?: string | undefined;
      look?: string | undefined;
      expected: { senderName?: string | undefined };
    }[],
    /** Runs before they are saved: throws a `refusal`. */
    beforeSave: (): void => undefined,
  };
  const states = {
    senderName: "default",
    senderEmail: "default",
    logoUrl: "not_set",
    primaryColor: "default",
  } as const;
  const rest = {
    look: "default",
    secondaryColor: "default",
    signatureHtml: "default",
    acknowledges: "default",
  } as const;
  const read = (): SavedEmailSettings => ({
    settings: { ...fake.settings },
    defaults,
    sentFrom: defaults.senderEmail,
    updatedAt: null,
    states: { ...states, ...rest, acknowledgementText: "default" },
  });
  const routes = {
    read: os.read.handler(read),
    save: os.save.handler(({ input }) => {
      const { expected, ...edit } = input;
      fake.saves.push(input);
      fake.beforeSave();
      const given = Object.entries(edit).filter(([, value]) => value !== undefined);
      Object.assign(fake.settings, Object.fromEntries(given));
      return read();
    }),
    reset: os.reset.handler(() => {
      Object.assign(fake.settings, defaults);
      return read();
    }),
    preview: os.preview.handler(({ input: { draft } }) => ({
      html: `<body>${draft.senderName}, ${draft.look}</body>`,
    })),
  };
  return { fake, routes };
}
