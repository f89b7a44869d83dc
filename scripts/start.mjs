import { buildWeb } from "./build-web.mjs";
import { ensureInstalled, runPinned } from "./ensure-installed.mjs";

// npm start [-- ARGUMENT…]: installs and builds what is missing, then runs the server with all arguments.
await ensureInstalled();
await buildWeb();
// The defaults of Node and the C library suit large heaps and many threads, and cost a small server some 150 MB more. The limit
// of the old space also decides how much garbage V8 lets pile up. The bench starts the server with the same values.
const env = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2" };
const args = ["--max-semi-space-size=8", "--max-old-space-size=1024", "server/src/main.ts", ...process.argv.slice(2)];
process.exitCode = await runPinned(args, { env });
