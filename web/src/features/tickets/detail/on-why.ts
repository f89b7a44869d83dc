import { createContext } from "react";

/** Opens what says which rules ran on the ticket around it, and why. */
export const OnWhy = createContext<() => void>(() => undefined);
