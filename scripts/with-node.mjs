import { ensureInstalled, fail, runPinned } from "./ensure-installed.mjs";

// Usage: node scripts/with-node.mjs FILE [ARGUMENT…]. Runs the file on the pinned Node, installing dependencies first.
const [file, ...rest] = process.argv.slice(2);
if (!file) fail("Usage: node scripts/with-node.mjs FILE [ARGUMENT…]");
await ensureInstalled();
process.exitCode = await runPinned([file, ...rest]);
