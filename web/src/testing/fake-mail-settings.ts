import {
  defaultEmailSwitches,
  type EmailSettings,
  emailSettingNames,
} from "@deskhand/contract/admin/email-setting-table";
import type { SavedEmailSettings } from "@deskhand/contract/admin/email-settings";
import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { os } from "./fake-contract.ts";

const settingsOs = os.emailSettings;

const defaults: EmailSettings = {
  senderName: "Shop",
  senderEmail: "help+shop@desk.example",
  look: "branded",
  logoUrl: null,
  signatureHtml: "<p>Bye</p>",
  primaryColor: "#667eea",
  secondaryColor: "#764ba2",
  ...defaultEmailSwitches,
  acknowledgementText: "Hello",
};

/** Fakes the e-mail settings of a new store, records saves, and refuses on demand. */
export function fakeEmailSettings() {
  const fake = {
    settings: { ...defaults },
    /** All saves requested. */
    saves: [] as {
      senderName?: string | undefined;
      look?: string | undefined;
      expected: { senderName?: string | undefined };
    }[],
    /** Runs before they are saved: may throw a `refusal`. */
    beforeSave: (): void => undefined,
  };
  const states = Object.fromEntries(
    emailSettingNames.map((name) => [name, defaults[name] === null ? "not_set" : "default"]),
  ) as SavedEmailSettings["states"];
  const read = (): SavedEmailSettings => ({
    settings: { ...fake.settings },
    defaults,
    sentFrom: defaults.senderEmail,
    updatedAt: null,
    states,
  });
  const routes = {
    read: settingsOs.read.handler(read),
    save: settingsOs.save.handler(({ input }) => {
      const { expected, ...edit } = input;
      fake.saves.push(input);
      fake.beforeSave();
      const changes = Object.entries(edit).filter(([, value]) => value !== undefined);
      Object.assign(fake.settings, Object.fromEntries(changes));
      return read();
    }),
    reset: settingsOs.reset.handler(() => {
      Object.assign(fake.settings, defaults);
      return read();
    }),
    preview: settingsOs.preview.handler(({ input: { draft } }) => ({
      html: `<body>${draft.senderName}, ${draft.look}</body>`,
    })),
  };
  return { fake, routes };
}

const forwardingOs = os.forwarding;

/** Fakes the forwarding of a new store; a test changes `now` and refuses on demand. */
export function fakeForwarding() {
  const fake = {
    now: {
      supportEmail: "help+shop@desk.example",
      customSupportEmail: null,
      check: null,
      test: null,
      confirmations: [],
      operatorEmail: null,
    } as Forwarding,
    /** Addresses that were removed. */
    removed: [] as string[],
    /** Runs before it is read: may throw a `refusal`. */
    beforeRead: (): void => undefined,
    /** Runs before a test is sent: may throw a `refusal`. */
    beforeTest: (): void => undefined,
  };
  const routes = {
    read: forwardingOs.read.handler(() => {
      fake.beforeRead();
      return fake.now;
    }),
    test: forwardingOs.test.handler(() => {
      fake.beforeTest();
      return fake.now;
    }),
    removeAddress: forwardingOs.removeAddress.handler(({ input: { address } }) => {
      fake.removed.push(address);
      fake.now = { ...fake.now, customSupportEmail: null };
      return fake.now;
    }),
  };
  return { fake, routes };
}
