import { buildWeb } from "./build-web.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";

// npm run build: installs and builds what is missing, as npm start does, but starts nothing: for container images.
await ensureInstalled();
await buildWeb();
