import { useNavigate } from "@tanstack/react-router";
import type { DialogSearch } from "./address.ts";

/** Opens and closes, by the address, what lies over a section; the section and its scroll position stay as they are. */
export function useDialogs(): (change: DialogSearch, replace?: boolean) => void {
  const navigate = useNavigate();
  return (change, replace = false) =>
    void navigate({ to: ".", search: (search) => ({ ...search, ...change }), replace, resetScroll: false });
}
