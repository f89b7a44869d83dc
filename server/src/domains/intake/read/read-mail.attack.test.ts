import { test } from "vitest";
import { meetShortTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { hostileMails, mailsAround, readAnyMail } from "./hostile-mails.ts";

test.each(Object.entries(hostileMails))(
  "reads or refuses a mail of many %s in time linear in its length",
  async (_, mailOf) => {
    // Quadratic work over this much would not end within the time of a test.
    await readAnyMail(mailOf(4_000_000));
  },
);

// The readers of these places are tested with long texts alone (linear-texts.attack.test.ts).
test.each(Object.entries(mailsAround))("reads or refuses a mail that has %s of anything", async (_, mailOf) => {
  await meetShortTexts((text) => readAnyMail(mailOf(text)));
});
