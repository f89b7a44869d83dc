import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { LoginScreen } from "./features/auth/login-screen.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("login.html has no #root");
createRoot(root).render(
  <StrictMode>
    <LoginScreen />
  </StrictMode>,
);
