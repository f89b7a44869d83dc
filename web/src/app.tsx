import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";

// Zod, which comes later, would try whether it may make functions of text, which our policy forbids, and the browser would say so.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById("root");
if (root === null) throw new Error("app.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
