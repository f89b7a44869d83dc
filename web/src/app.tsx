import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";

// Disables Zod's probe for `eval`, which the content security policy would report as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById("root");
if (root === null) throw new Error("app.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
