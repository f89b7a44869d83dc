import { ensureInstalled, fail, runPinned } from "./ensure-installed.mjs";

// Usage: node scripts/with-node.mjs [--tools] FILE [ARGUMENT…]. Runs the file on the pinned Node, after installing the
// dependencies: those of npm start, or with --tools all.
const words = process.argv.slice(2);
const withTools = words[0] === "--tools";
const [file, ...rest] = withTools ? words.slice(1) : words;
if (!file) fail("Usage: node scripts/with-node.mjs [--tools] FILE [ARGUMENT…]");
await ensureInstalled({ withTools });
process.exitCode = await runPinned([file, ...rest]);
