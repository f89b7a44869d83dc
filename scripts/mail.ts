import { isHelpAsked, mailUsage, readMailOrder, UsageFault } from "./mail/read-mail-order.ts";
import { sendMailOrder } from "./mail/send-mail-order.ts";

// Usage: npm run mail -- --to help+CODE@… --from … --subject … --text …   (see mailUsage)
const words = process.argv.slice(2);
if (words.length === 0 || isHelpAsked(words)) {
  console.log(mailUsage);
} else {
  try {
    console.log(await sendMailOrder(await readMailOrder(words, process.env.SMTP_PORT)));
  } catch (error) {
    // The person at the terminal needs the sentence of the error, not our stack.
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof UsageFault) console.error(`\n${mailUsage}`);
    process.exitCode = 1;
  }
}
