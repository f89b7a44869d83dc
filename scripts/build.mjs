import { buildWeb } from "./build-web.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";

// npm run build: installs and builds what is missing, as npm start does, and starts nothing: for images of containers.
await ensureInstalled();
await buildWeb();
