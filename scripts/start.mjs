import { buildWeb } from "./build-web.mjs";
import { ensureInstalled, runPinned } from "./ensure-installed.mjs";

// npm start [-- ARGUMENT…]: installs and builds what is missing, then runs the server with all arguments.
await ensureInstalled();
await buildWeb();
process.exitCode = await runPinned(["server/src/main.ts", ...process.argv.slice(2)]);
