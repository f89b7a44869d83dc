import { readArguments } from "./backup/read-arguments.ts";
import { readFeedback } from "./feedback/read-feedback.ts";

// Usage: npm run feedback: the newest 50 of all stores, read from the database of these settings.
readArguments({ usage: "Usage: npm run feedback", names: 0 });
try {
  console.log(await readFeedback(process.env));
} catch (error) {
  // Whatever went wrong, the person at the terminal wants its sentence, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
