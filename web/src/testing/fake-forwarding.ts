import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { os as fake } from "./fake-contract.ts";

const os = fake.forwarding;

/** How a store's mail comes in that has set up nothing; a test changes `now`, and can have it refuse. */
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
    /** Addresses that were given up. */
    removed: [] as string[],
    /** Runs before it is read: throws a `refusal`. */
    beforeRead: (): void => undefined,
    /** Runs before a test is sent: throws a `refusal`. */
    beforeTest: (): void => undefined,
  };
  const routes = {
    read: os.read.handler(() => {
      fake.beforeRead();
      return fake.now;
    }),
    test: os.test.handler(() => {
      fake.beforeTest();
      return fake.now;
    }),
    removeAddress: os.removeAddress.handler(({ input: { address } }) => {
      fake.removed.push(address);
      fake.now = { ...fake.now, customSupportEmail: null };
      return fake.now;
    }),
  };
  return { fake, routes };
}
