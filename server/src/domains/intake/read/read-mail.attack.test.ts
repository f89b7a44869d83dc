import { test } from "vitest";
import { meetShortTexts } from "../../../testing/strangers/meet-hostile-texts.ts";
import { hostileMails, mailsAround, readAnyMail } from "./hostile-mails.ts";

test.each(Object.entries(hostileMails))(
  "a mail of many %s is read, or refused, in time linear in its length",
  async (_, mailOf) => {
    // Quadratic work over so many does not end within the time of a test.
    await readAnyMail(mailOf(4_000_000));
  },
);

// What reads these places is tried with long texts alone (linear-texts.attack.test.ts).
test.each(Object.entries(mailsAround))("a mail that has %s of anything is read, or refused", async (_, mailOf) => {
  await meetShortTexts((text) => readAnyMail(mailOf(text)));
});
