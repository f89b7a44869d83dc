import { join } from "node:path";
import { ensureInstalled, root, runPinned } from "./ensure-installed.mjs";

// npm run dev [-- ARGUMENT…]: runs the server, which restarts when its sources change, and Vite's server, which passes /api and
// the like on to it. When one ends, so does the other.
await ensureInstalled();
const server = runPinned(["--watch", "--watch-preserve-output", "server/src/main.ts", ...process.argv.slice(2)]);
const web = runPinned([join(root, "node_modules", "vite", "bin", "vite.js")], { cwd: join(root, "web") });
const code = await Promise.race([server, web]);
process.emit("SIGTERM"); // The other one gets the signal too.
await Promise.all([server, web]);
process.exitCode = code;
