import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { LinkScreen } from "./features/auth/links/link-screen.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("link.html has no #root");
createRoot(root).render(
  <StrictMode>
    <LinkScreen />
  </StrictMode>,
);
