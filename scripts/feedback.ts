import { readArguments } from "./backup/read-arguments.ts";
import { readFeedback } from "./feedback/read-feedback.ts";

// Usage: npm run feedback: prints the newest 50 of all stores, from the database of these settings.
readArguments({ usage: "Usage: npm run feedback", names: 0 });
try {
  console.log(await readFeedback(process.env));
} catch (error) {
  // The person at the terminal needs the sentence of the error, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
