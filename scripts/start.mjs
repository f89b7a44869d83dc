import { buildWeb } from "./build-web.mjs";
import { ensureInstalled, runPinned } from "./ensure-installed.mjs";

// npm start [-- ARGUMENT…]: installs and builds what is missing, then runs the server with all arguments.
await ensureInstalled();
await buildWeb();
// Node's and the C library's defaults are made for large heaps and many threads: they take some 150 MB more of a small
// server's memory. By the limit of the old space V8 measures how much rubbish it lets pile up, too. The bench starts it alike.
const env = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2" };
const args = ["--max-semi-space-size=8", "--max-old-space-size=1024", "server/src/main.ts", ...process.argv.slice(2)];
process.exitCode = await runPinned(args, { env });
